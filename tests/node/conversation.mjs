// Plays a conversation with an official TypeScript client: `node conversation.mjs CLIENT URL STEPS` (tests/conformance/conversation.py).
// Prints what the client was told, and the structured results.
const [kind, url, steps] = process.argv.slice(2);
const name = { name: "a TypeScript client", version: "1" };

const connecting = {
  // The 1.x client knows the handshake alone.
  async v1() {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const client = new Client(name);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  },
  legacy: () => v2("legacy"),
  auto: () => v2("auto"),
  modern: () => v2({ pin: "2026-07-28" }),
};

async function v2(mode) {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(name, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

function filled(given, results) {
  const found = results[0]?.output;
  const written = JSON.stringify(given).replaceAll("$job", found?.jobs[0].id).replaceAll("$shortlist", found?.shortlist);
  return JSON.parse(written);
}

const client = await connecting[kind]();
const results = [];
for (const [tool, given] of JSON.parse(steps)) {
  const answer = await client.callTool({ name: tool, arguments: filled(given, results) });
  if (JSON.stringify(answer.structuredContent) !== JSON.stringify(JSON.parse(answer.content[0].text))) throw new Error(tool);
  results.push(answer.structuredContent);
}
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const { uri } = (await client.listResources()).resources[0];
const [widget] = (await client.readResource({ uri })).contents;
console.log(
  JSON.stringify({
    protocol: client.getNegotiatedProtocolVersion?.() ?? client.transport.protocolVersion,
    instructions: client.getInstructions(),
    extensions: client.getServerCapabilities().extensions,
    server: client.getServerVersion(),
    tools,
    widget: widget.mimeType,
    results,
  }),
);
await client.close();
