/* The widget's line to the chat app around it: MCP Apps 2026-01-26 over postMessage, window.openai where that is all there is.
   It knows nothing of jobs: it brings results in, carries calls out and tells the model what the user did. */
window.bridge = (() => {
  "use strict";
  const ANSWER_WITHIN = 10_000, RESULT_WITHIN = 8_000, QUIET_FOR = 120; // milliseconds
  const EVENTS_KEPT = 20, CONTEXT_BYTES = 2048;

  const says = (message, hint) => ({ message, hint });
  const NO_ANSWER = says("There was no answer within 10 seconds.", "Try again, or ask the assistant.");
  const FAILED = says("That did not work.", "Try again, or ask the assistant.");
  const REFUSED = says("This chat app does not let the widget do that.", "Ask the assistant instead.");
  const NO_HOST = says("This view could not reach the chat app.", "The jobs are in the conversation too.");
  const CANCELLED = says("The request was cancelled.", "Ask again to see the jobs.");
  const LOST = says("The result did not reach this view.", "The jobs are in the conversation too. Ask again to see them here.");

  const host = { kind: "none", capabilities: {}, context: {} };
  let widget; // { tool, root, show(result), fail(problem) }

  /* Requests and answers */
  const waiting = new Map();
  let lastId = 0;
  const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const within = (milliseconds, promise) =>
    Promise.race([promise, new Promise((_, reject) => setTimeout(reject, milliseconds, NO_ANSWER))]);

  function request(method, params) {
    const id = ++lastId;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, ({ error, result }) => (error ? reject(error) : resolve(result ?? {})));
      post({ id, method, params });
    });
    return within(ANSWER_WITHIN, answer).finally(() => waiting.delete(id));
  }

  const incoming = new Map(Object.entries({
    "ui/notifications/tool-input": (params) => { input = params.arguments; },
    "ui/notifications/tool-result": settle,
    "ui/notifications/tool-cancelled": () => giveUp(CANCELLED),
    "ui/notifications/host-context-changed": adopt,
    "ui/resource-teardown": () => within(1000, flush()).catch(() => {}),
    ping() {},
  }));

  window.addEventListener("message", async ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return; // only the app that embeds us
    if (!data.method) return waiting.get(data.id)?.(data);
    const act = incoming.get(data.method);
    await act?.(data.params ?? {});
    if (data.id !== undefined) post({ id: data.id, ...(act ? { result: {} } : { error: { code: -32601, message: "Method not found" } }) });
  });

  /* The result: as it is sent; else what window.openai holds; else our own read-only call again; else a plain message */
  let input, isSettled = false;

  function settle(result) {
    isSettled = true;
    widget.show(result);
  }
  function giveUp(problem) {
    if (!isSettled) widget.fail(problem);
    isSettled = true;
  }
  function takeOpenaiOutput() {
    const output = window.openai?.toolOutput;
    if (output && !isSettled) settle({ structuredContent: output });
  }
  async function rescue() {
    takeOpenaiOutput();
    const given = input ?? window.openai?.toolInput;
    if (isSettled || !given) return giveUp(LOST);
    const result = await callTool(host.context.toolInfo?.tool?.name ?? widget.tool, given).catch(() => null);
    if (isSettled) return; // it came after all
    if (result) settle(result);
    else giveUp(LOST);
  }

  /* Meeting the app */
  async function connect(opened) {
    widget = opened;
    const openai = window.openai;
    const answer = await within(openai ? 1500 : ANSWER_WITHIN, request("ui/initialize", {
      appInfo: { name: `shortlist-${widget.tool}`, version: "1" },
      appCapabilities: { availableDisplayModes: ["inline"] },
      protocolVersion: "2026-01-26",
    })).catch(() => null);
    if (!answer && !openai) return giveUp(NO_HOST);
    if (answer) greet(answer);
    else adoptOpenai();
    window.addEventListener("openai:set_globals", () => (answer ? takeOpenaiOutput() : adoptOpenai()));
    setTimeout(rescue, answer && openai?.toolOutput ? 600 : RESULT_WITHIN); // ChatGPT may keep a first widget's result to itself
    new ResizeObserver(() => requestAnimationFrame(reportHeight)).observe(widget.root);
  }

  function greet({ hostCapabilities, hostContext }) {
    Object.assign(host, { kind: "mcp", capabilities: hostCapabilities ?? {} });
    adopt(hostContext ?? {});
    post({ method: "ui/notifications/initialized", params: {} });
  }

  function adoptOpenai() {
    const { theme, locale, sendFollowUpMessage } = window.openai;
    Object.assign(host, { kind: "openai", capabilities: sendFollowUpMessage ? { message: {} } : {} });
    adopt({ theme, locale });
    takeOpenaiOutput();
  }

  function adopt(changed) {
    const { theme, locale, styles, safeAreaInsets } = Object.assign(host.context, changed);
    const root = document.documentElement;
    if (["light", "dark"].includes(theme)) root.style.colorScheme = theme; // unlike the app's, it would paint an opaque backdrop
    if (typeof locale === "string") root.lang = locale;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (name.startsWith("--") && value) root.style.setProperty(name, value);
    }
    for (const side of ["top", "right", "bottom", "left"]) root.style.setProperty(`--safe-${side}`, `${Number(safeAreaInsets?.[side]) || 0}px`);
  }

  let reported = 0;
  function reportHeight() { // never a width, never the window's height: app and widget would chase each other
    const height = Math.ceil(widget.root.getBoundingClientRect().height);
    if (Math.abs(height - reported) < 2) return;
    reported = height;
    if (host.kind === "openai") window.openai.notifyIntrinsicHeight?.(height);
    else post({ method: "ui/notifications/size-changed", params: { height } });
  }

  /* Calls. Some apps carry tools/call without saying so: we try rather than ask */
  async function callTool(name, args) {
    if (host.kind === "openai") {
      if (!window.openai.callTool) throw REFUSED;
      const answer = await within(ANSWER_WITHIN, window.openai.callTool(name, args));
      return answer?.structuredContent || answer?.content ? answer : { structuredContent: answer?.result ?? answer };
    }
    return request("tools/call", { name, arguments: args }).catch((error) => {
      throw error === NO_ANSWER ? error : error.code === -32601 ? REFUSED : FAILED;
    });
  }

  async function accepted(answer) {
    if ((await answer)?.isError) throw REFUSED;
  }
  const openLink = (url) =>
    accepted(host.kind === "openai" ? window.openai.openExternal({ href: url }) : request("ui/open-link", { url }));

  async function say(text) { // the context first, so that the model has it when it reads the message
    await within(3000, flush()).catch(() => {});
    if (!("message" in host.capabilities)) throw REFUSED;
    const content = [{ type: "text", text }];
    return accepted(host.kind === "openai" ? window.openai.sendFollowUpMessage({ prompt: text }) : request("ui/message", { role: "user", content }));
  }

  /* The model's context is one value that each update overwrites: the state first, then what the user did, oldest first */
  let describe, events = [], count = 0, isChanged = false, isDeaf = false, sending, timer;

  function record(state, event, text) { // `state` is asked when the value is sent, so that it is the newest
    describe = state;
    events = [...events, { number: ++count, event, text }].slice(-EVENTS_KEPT);
    isChanged = true;
    clearTimeout(timer);
    timer = setTimeout(flush, QUIET_FOR);
  }

  function contextText() {
    const lines = events.map(({ number, event, text }) => `${number}. [${event}] ${text}`);
    const text = [describe(), "What the user did here, oldest first:", ...lines].join("\n");
    if (events.length < 2 || new TextEncoder().encode(text).length <= CONTEXT_BYTES) return text;
    events.shift();
    return contextText();
  }

  async function flush() {
    clearTimeout(timer);
    await sending;
    if (!isChanged || isDeaf) return;
    isChanged = false;
    sending = sendContext(contextText()).catch(() => { isDeaf = !host.capabilities.updateModelContext; });
    await sending;
  }

  async function sendContext(text) {
    const data = { state: describe(), events };
    if (host.kind === "openai") return window.openai.setWidgetState?.({ modelContent: text, privateContent: data });
    const takes = host.capabilities.updateModelContext ?? {};
    const takesText = takes.text || Object.keys(takes).length === 0;
    return request("ui/update-model-context", takesText ? { content: [{ type: "text", text }] } : { structuredContent: data });
  }

  return { connect, callTool, openLink, say, record, within };
})();
