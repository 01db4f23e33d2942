// A chat app on the official AppBridge and the official client: shows one tool's widget and keeps what it hears.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const UI = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const OFFERED = { openLinks: {}, serverTools: {}, serverResources: {}, updateModelContext: { text: {} }, message: { text: {} }, logging: {} };

window.heard = { contexts: [], messages: [], links: [], modes: [], heights: [], wire: [] };

window.play = async ({ sandbox, tool: name, args }) => {
  const client = new Client({ name: "official-host", version: "1" }, { capabilities: { extensions: UI }, versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
  const { tools } = await client.listTools();
  const tool = tools.find((item) => item.name === name);
  const { contents } = await client.readResource({ uri: tool._meta.ui.resourceUri });

  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.title = "The widget";
  frame.style = "width: 100%; height: 900px; border: 0";
  const hostContext = { theme: "dark", displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"], toolInfo: { tool } };
  const bridge = new AppBridge(client, { name: "official-host", version: "1" }, OFFERED, { hostContext });
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html: contents[0].text, csp: contents[0]._meta.ui.csp });
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: args });
    await bridge.sendToolResult(await client.callTool({ name, arguments: args }));
  };
  bridge.onopenlink = async ({ url }) => { heard.links.push(url); return {}; };
  bridge.onmessage = async ({ role, content }) => { heard.messages.push({ role, content }); return {}; };
  bridge.onupdatemodelcontext = async (value) => { heard.contexts.push(value); return {}; };
  bridge.onrequestdisplaymode = async ({ mode }) => { heard.modes.push(mode); bridge.setHostContext({ ...hostContext, displayMode: mode }); return { mode }; };
  bridge.onsizechange = (size) => heard.heights.push(size);
  // The widget's own frame is the sandbox's child; what passes is kept, to be held against the official schema.
  addEventListener("message", ({ source, data }) => { if (source === frame.contentWindow) heard.wire.push(data); });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = `${sandbox}/preview/sandbox/`;
  window.leave = () => bridge.teardownResource({ reason: "the user closed it" });
};
