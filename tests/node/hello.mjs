// The TypeScript SDK's hello world, for the bench: `node hello.mjs <port>`.
import { createServer } from "node:http";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "hello", version: "1" });
  server.registerTool("echo", { description: "Says it again.", inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: "text", text }],
    structuredContent: { text },
  }));
  return server;
});

createServer(async (request, response) => {
  const body = [];
  for await (const part of request) body.push(part);
  const { method, headers } = request;
  const asked = new Request(`http://${headers.host}${request.url}`, { method, headers, body: method === "POST" ? Buffer.concat(body) : undefined });
  const answer = await handler.fetch(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}).listen(Number(process.argv[2]), "127.0.0.1");
