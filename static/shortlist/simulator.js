/* The host simulator: plays chat app for one widget, over the real /mcp. What it advertises it also enforces. */

import { drawForm, readForm } from "./schema-form.js";
import { McpClient } from "./mcp-client.js";
import { Panes } from "./simulator-panes.js";
import { WidgetHost } from "./widget-host.js";

const setup = JSON.parse(document.getElementById("setup").textContent);
const by = (id) => document.getElementById(id);
const panes = new Panes(by);
const mcp = new McpClient({ address: "/mcp", showsWidgets: () => can("widgets") });

let tools = [];
let host = null;

/* Switches */

const switches = by("switches");
const chosen = (name) => new FormData(switches).get(name);
const can = (ability) => !new FormData(switches).getAll("without").includes(ability);

function hostCapabilities() {
  return {
    logging: {},
    ...(can("tools") && { serverTools: {}, serverResources: {} }),
    ...(can("links") && { openLinks: {} }),
    ...(can("context") && { updateModelContext: { text: {} } }),
    ...(can("messages") && { message: { text: {} } }),
  };
}

function hostContext() {
  return {
    theme: chosen("theme"),
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode: panes.displayMode,
    availableDisplayModes: ["inline", "fullscreen"],
    containerDimensions: { width: Math.min(chosen("width"), by("stage").clientWidth), maxHeight: 6000 },
    platform: "web",
  };
}

function switched() {
  history.replaceState(null, "", `?${new URLSearchParams(new FormData(switches))}`);
  panes.dress({ theme: chosen("theme"), width: chosen("width") });
  host?.notify("ui/notifications/host-context-changed", hostContext());
}

/* A permalink sets the switches; without one the theme is the visitor's. */
function restoreSwitches() {
  const wanted = new URLSearchParams(location.search);
  if (!wanted.has("theme")) wanted.set("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  for (const [name, value] of wanted) {
    const control = switches.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (control) control.checked = true;
  }
}

/* The tool and its arguments */

const tool = () => tools.find(({ name }) => name === by("tool").value);
const writesJson = () => by("as-json").getAttribute("aria-pressed") === "true";

function chooseTool() {
  const { description, inputSchema, name } = tool();
  by("tool-text").textContent = description;
  offer(setup.examples[name] ?? {}, inputSchema);
}

function offer(values, schema = tool().inputSchema) {
  by("raw").value = JSON.stringify(values, null, 2);
  drawForm(by("fields"), schema, values);
}

function typedArguments() {
  return writesJson() ? JSON.parse(by("raw").value) : readForm(by("fields"), tool().inputSchema);
}

function toggleJson() {
  try {
    offer(typedArguments());
  } catch (error) {
    return panes.mistake(error.message);
  }
  const json = !writesJson();
  by("as-json").setAttribute("aria-pressed", String(json));
  by("raw-box").hidden = !json;
  by("fields").hidden = json;
  return panes.mistake("");
}

/* A call, as a chat app makes it: the widget mounts at once, the result follows. */

async function call(event) {
  event.preventDefault();
  by("go").disabled = true;
  panes.mistake("");
  try {
    await play(tool(), typedArguments());
  } catch (error) {
    panes.mistake(error.message);
  }
  by("go").disabled = false;
}

async function play({ name, _meta }, args) {
  await takeDown("another tool was called");
  const began = performance.now();
  const answer = mcp.request("tools/call", { name, arguments: args });
  answer.catch(() => {}); // awaited below, after the widget has mounted
  const address = can("widgets") && setup.sandbox && _meta?.ui?.resourceUri;
  panes.begin(name, Boolean(address));
  if (address) await mount(address, args);
  const result = await answer;
  panes.modelGets(result, performance.now() - began);
  deliver(result);
}

async function mount(address, args) {
  const { contents } = await mcp.request("resources/read", { uri: address });
  host = new WidgetHost({ origin: setup.sandbox, requests, notices, journal: (...entry) => panes.journal(...entry) });
  await host.open(by("stage"), contents[0].text);
  panes.mounted();
  host.notify("ui/notifications/tool-input", { arguments: args });
}

function deliver(result) {
  if (chosen("result") === "delivered") host?.notify("ui/notifications/tool-result", asHostPasses(result));
  if (chosen("result") === "cancelled") host?.notify("ui/notifications/tool-cancelled", { reason: "The user stopped the call." });
}

function asHostPasses(result) {
  const { _meta, ...rest } = result;
  return can("meta") ? result : rest;
}

async function takeDown(reason) {
  const leaving = host;
  host = null;
  await leaving?.close(reason);
  panes.unmounted();
}

/* What the widget may ask, and what it tells */

function needs(ability, method) {
  if (!can(ability)) throw Object.assign(new Error(`This host does not offer ${method}.`), { code: -32601 });
}

const relayed = (method) => async (params) => {
  needs("tools", method);
  return asHostPasses(await mcp.request(method, params));
};

const requests = {
  ping: () => ({}),
  "ui/initialize": ({ protocolVersion }) => ({
    protocolVersion,
    hostInfo: { name: "shortlist-simulator", version: "1" },
    hostCapabilities: hostCapabilities(),
    hostContext: { ...hostContext(), toolInfo: { tool: tool() } },
  }),
  "tools/call": relayed("tools/call"),
  "tools/list": relayed("tools/list"),
  "resources/list": relayed("resources/list"),
  "resources/read": relayed("resources/read"),
  "ui/update-model-context": (value) => {
    needs("context", "ui/update-model-context");
    panes.context(value);
    return {};
  },
  "ui/message": ({ content }) => {
    needs("messages", "ui/message");
    panes.message([content].flat().map(({ text }) => text).join(" "));
    return {};
  },
  "ui/open-link": ({ url }) => {
    panes.link(url, can("links"));
    return can("links") ? {} : { isError: true };
  },
  "ui/request-display-mode": ({ mode }) => {
    const displayMode = panes.display(mode);
    host.notify("ui/notifications/host-context-changed", { displayMode });
    return { mode: displayMode };
  },
};

const notices = {
  "ui/notifications/size-changed": ({ height }) => height && host?.resize(height),
  "ui/notifications/sandbox-csp-violation": () => panes.violation(),
  "ui/notifications/request-teardown": () => takeDown("the widget asked for it"),
};

/* Start */

switches.addEventListener("change", switched);
by("tool").addEventListener("change", chooseTool);
by("as-json").addEventListener("click", toggleJson);
by("call").addEventListener("submit", call);
by("take-down").addEventListener("click", () => takeDown("the user closed it"));
by("inline").addEventListener("click", () => {
  panes.display("inline");
  switched();
});

restoreSwitches();
try {
  ({ tools } = await mcp.request("tools/list"));
  by("tool").replaceChildren(...tools.map(({ name, title }) => new Option(title ? `${name} – ${title}` : name, name)));
  by("tool").value = setup.tool || tools[0].name;
  chooseTool();
  switched();
} catch (error) {
  panes.mistake(error.message);
}
