/* A chat app as small as a test needs: it answers by `hostSetup`, keeps what was said in `wire`, and offers `sendToView`. */
const frame = document.getElementById("frame");
const setup = { capabilities: {}, context: {}, answers: {}, results: [], linksRefused: false, messagesRefused: false, mute: false, ...window.hostSetup };
window.wire = [];

window.sendToView = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
const tell = (method, params) => window.sendToView({ method, params });

const answers = {
  "ui/initialize": () => ({
    protocolVersion: "2026-01-26", hostInfo: { name: "test", version: "1" },
    hostCapabilities: setup.capabilities, hostContext: setup.context,
  }),
  "ui/open-link": () => (setup.linksRefused ? { isError: true } : {}),
  "ui/update-model-context": () => ({}),
  "ui/message": () => (setup.messagesRefused ? { isError: true } : {}),
  "tools/call": ({ name, arguments: args }) => setup.answers[`${name} ${args.changes?.[0].action}`] ?? setup.answers[`${name} ${args.view ? "with view" : ""}`] ?? setup.answers[name] ?? { error: { code: -32601, message: "Method not found" } },
};

function begin() {
  if (setup.input) tell("ui/notifications/tool-input", { arguments: setup.input });
  for (const result of setup.results) tell("ui/notifications/tool-result", result);
  if (setup.cancelled) tell("ui/notifications/tool-cancelled", { reason: "the user stopped it" });
}

addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  window.wire.push(data);
  if (setup.mute) return;
  if (data.method === "ui/notifications/initialized") begin();
  if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params.height}px`;
  if (data.id === undefined || !data.method) return;
  const result = answers[data.method]?.(data.params) ?? { error: { code: -32601, message: "Method not found" } };
  if (result === "silence") return;
  window.sendToView({ id: data.id, ...(result.error ? result : { result }) });
});
if (setup.sameOrigin) frame.sandbox.add("allow-same-origin"); // as in apps that give a server's widgets one origin
frame.src = setup.frame;
