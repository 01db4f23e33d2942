/* The host simulator: plays chat app for one widget, over the real /mcp. What it advertises it also enforces. */

import { hostRequests } from "./host-requests.js";
import { HostSwitches } from "./host-switches.js";
import { McpClient } from "./mcp-client.js";
import { unexplained } from "./on-screen.js";
import { Replay } from "./replay.js";
import { drawForm, readForm } from "./schema-form.js";
import { Panes } from "./simulator-panes.js";
import { WidgetHost } from "./widget-host.js";

const setup = JSON.parse(document.getElementById("setup").textContent);
const by = (id) => document.getElementById(id);
const panes = new Panes(by);
const switches = new HostSwitches(by("switches"), setup.hosts, switched);
const mcp = new McpClient({ address: "/mcp", showsWidgets: () => switches.can("widgets") });

let tools = [];
let host = null;
let shell = ""; // the widget's document
let results = []; // what the model and the widget were given, for the check of the screen

/* What the widget is told of the host */

function hostContext() {
  return {
    theme: switches.chosen("theme"),
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode: switches.chosen("display"),
    availableDisplayModes: switches.displayModes,
    containerDimensions: { width: Math.min(switches.chosen("width"), by("stage").clientWidth), maxHeight: 6000 },
    platform: "web",
  };
}

function globals() {
  const { theme, locale, displayMode, containerDimensions } = hostContext();
  return { theme, locale, displayMode, maxHeight: containerDimensions.maxHeight };
}

function dress() {
  panes.dress({ theme: switches.chosen("theme"), width: switches.chosen("width"), display: switches.chosen("display"), source: switches.source });
}

function switched() {
  dress();
  host?.notify("ui/notifications/host-context-changed", hostContext());
  if (switches.hasWindow) host?.notify("openai/set-globals", globals());
  keepAddress();
}

/* The whole state as an address. Arguments that can't be read yet stay as they were. */
function keepAddress(called = new URLSearchParams(location.search).has("call")) {
  const query = switches.query;
  query.set("tool", by("tool").value);
  try {
    query.set("arguments", JSON.stringify(typedArguments()));
  } catch {
    query.set("arguments", new URLSearchParams(location.search).get("arguments") ?? "{}");
  }
  if (called) query.set("call", "1");
  history.replaceState(null, "", `?${query}`);
}

/* The tool and its arguments */

const tool = () => tools.find(({ name }) => name === by("tool").value);
const writesJson = () => by("as-json").getAttribute("aria-pressed") === "true";

function chooseTool(name, values = setup.examples[name] ?? {}) {
  by("tool").value = name;
  by("tool-text").textContent = tool().description;
  offer(values);
}

function offer(values) {
  by("raw").value = JSON.stringify(values, null, 2);
  drawForm(by("fields"), tool().inputSchema, values);
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

/* A call, as a chat app makes it: the widget mounts at once, the result follows. Gives the result, or undefined. */

async function call() {
  by("go").disabled = true;
  panes.mistake("");
  try {
    keepAddress(true);
    return await play(tool(), typedArguments());
  } catch (error) {
    return panes.mistake(error.message);
  } finally {
    by("go").disabled = false;
  }
}

async function play({ name, _meta }, args) {
  await takeDown("another tool was called");
  const began = performance.now();
  const answer = mcp.request("tools/call", { name, arguments: args });
  answer.catch(() => {}); // awaited below, after the widget has mounted
  const address = switches.can("widgets") && setup.sandbox && (_meta?.ui?.resourceUri ?? _meta?.["openai/outputTemplate"]);
  panes.begin(name, Boolean(address));
  if (address) await mount(address, args);
  const result = await answer;
  panes.modelGets(result, performance.now() - began);
  deliver(result);
  return result;
}

async function mount(address, args) {
  const { contents } = await mcp.request("resources/read", { uri: address });
  shell = contents[0].text;
  results = [args];
  by("stage").scrollIntoView({ block: "nearest" }); // browsers draw no frame that is out of sight
  host = new WidgetHost({ origin: setup.sandbox, requests, notices, journal: (...entry) => panes.journal(...entry) });
  const openai = switches.hasWindow && { globals: { ...globals(), toolInput: args, toolOutput: null }, functions: switches.functions };
  await host.open(by("stage"), { html: shell, openai, speaksMcp: switches.speaksMcp });
  panes.mounted();
  dress();
  host.notify("ui/notifications/tool-input", { arguments: args });
}

function deliver(given) {
  const how = switches.chosen("result");
  const result = how === "failed" ? { isError: true, content: [{ type: "text", text: "The tool could not be reached." }] } : asHostPasses(given);
  results.push(result);
  if (how === "cancelled") host?.notify("ui/notifications/tool-cancelled", { reason: "The user stopped the call." });
  if (["delivered", "failed"].includes(how)) host?.notify("ui/notifications/tool-result", result);
  // ChatGPT has been seen to lose the message and to keep the window's copy.
  const keepsCopy = switches.hasWindow && (how === "delivered" || (how === "dropped" && switches.speaksMcp));
  if (keepsCopy) host?.notify("openai/set-globals", { toolOutput: result.structuredContent, toolResponseMetadata: result._meta ?? null });
}

function asHostPasses(result) {
  const { _meta, ...rest } = result;
  return switches.can("meta") ? result : rest;
}

async function takeDown(reason) {
  const leaving = host;
  host = null;
  await leaving?.close(reason);
  panes.unmounted();
  if (leaving && switches.chosen("display") !== "inline") switches.set("display", "inline");
}

/* What the widget may ask, and what it tells */

const requests = hostRequests({
  switches,
  panes,
  hostContext: () => ({ ...hostContext(), toolInfo: { tool: tool() } }),
  async relay(method, params) {
    const result = asHostPasses(await mcp.request(method, params));
    results.push(result);
    return result;
  },
});

let checking;
function checkScreen() {
  clearTimeout(checking);
  checking = setTimeout(async () => {
    const shown = await host?.ask("sandbox/visible-texts", {}, 1000);
    if (Array.isArray(shown)) panes.onScreen(unexplained(shown, results, shell), shown.length);
  }, 200);
}

function resized({ height }) {
  if (height) host?.resize(height);
  checkScreen();
}

const notices = {
  "ui/notifications/size-changed": resized,
  "openai/notifyIntrinsicHeight": resized,
  "ui/notifications/sandbox-csp-violation": (violation) => panes.violation(violation),
  "ui/notifications/request-teardown": () => takeDown("the widget asked for it"),
};

/* Start */

by("tool").addEventListener("change", () => chooseTool(by("tool").value));
by("as-json").addEventListener("click", toggleJson);
by("call").addEventListener("change", () => keepAddress());
by("call").addEventListener("submit", (event) => {
  event.preventDefault();
  call();
});
by("take-down").addEventListener("click", () => takeDown("the user closed it"));
by("inline").addEventListener("click", () => switches.set("display", "inline"));

const wanted = new URLSearchParams(location.search);
switches.fill(wanted);
try {
  ({ tools } = await mcp.request("tools/list"));
  by("tool").replaceChildren(...tools.map(({ name, title }) => new Option(title ? `${name} – ${title}` : name, name)));
  const known = tools.some(({ name }) => name === wanted.get("tool"));
  if (known) chooseTool(wanted.get("tool"), JSON.parse(wanted.get("arguments") ?? "{}"));
  else chooseTool(setup.tool || tools[0].name);
  new Replay({ list: by("conversation"), button: by("play"), steps: setup.steps, choose: chooseTool, call });
  switched();
  if (known && wanted.has("call") && tool().annotations?.readOnlyHint) call(); // an address alone must change nothing
} catch (error) {
  panes.mistake(error.message);
}
