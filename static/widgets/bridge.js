/* The widget's line to the chat app around it: MCP Apps 2026-01-26 over postMessage, window.openai where that is all there is.
   No dependency. It knows nothing of jobs: it brings results in, carries calls out, and tells the model what the user did. */
window.bridge = (() => {
  "use strict";
  const PROTOCOL = "2026-01-26";
  const ANSWER_WITHIN = 10_000, RESULT_WITHIN = 8_000, QUIET_FOR = 120; // milliseconds
  const EVENTS_KEPT = 20, CONTEXT_BYTES = 2048;
  const host = { kind: "none", capabilities: {}, context: {} };
  const openai = () => window.openai;

  const signals = new EventTarget();
  const on = (name, act) => signals.addEventListener(name, (event) => act(event.detail));
  const emit = (name, detail) => signals.dispatchEvent(new CustomEvent(name, { detail }));

  /* Requests and answers */
  const waiting = new Map();
  let lastId = 0;
  const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const problem = (code, message, hint = "") => Object.assign(new Error(message), { code, hint });

  function within(milliseconds, promise, giveUp = () => {}) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => {
        giveUp();
        reject(problem("no_answer", `There was no answer within ${milliseconds / 1000} seconds.`, "Try again, or ask the assistant."));
      }, milliseconds);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  function request(method, params = {}) {
    const id = ++lastId;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => error ? reject(problem(error.code, error.message)) : resolve(result ?? {}));
      post({ id, method, params });
    });
    return within(ANSWER_WITHIN, answer, () => {
      waiting.delete(id);
      if (method === "tools/call") post({ method: "notifications/cancelled", params: { requestId: id, reason: "no answer" } });
    });
  }

  const incoming = new Map(Object.entries({
    "ui/notifications/tool-input": (params) => { input = params.arguments; },
    "ui/notifications/tool-result": settle,
    "ui/notifications/tool-cancelled": () => { settled = true; emit("cancelled"); },
    "ui/notifications/host-context-changed": adopt,
    "ui/resource-teardown": () => within(1000, flush()).catch(() => {}).then(() => ({})),
    ping: () => ({}),
  }));

  window.addEventListener("message", async ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return; // only the chat app that embeds us
    if (!data.method) {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
      return;
    }
    const act = incoming.get(data.method);
    const result = await act?.(data.params ?? {});
    if (data.id === undefined) return;
    post({ id: data.id, ...(act ? { result } : { error: { code: -32601, message: "Method not found" } }) });
  });

  /* The result: as it is sent; else what window.openai holds; else our own read-only call again; else a plain message */
  let input, settled = false, ownTool = "";

  function settle(result) {
    settled = true;
    emit("result", result);
  }

  function takeOpenaiOutput() {
    const output = openai()?.toolOutput;
    if (output && !settled) settle({ structuredContent: output });
    return settled;
  }

  async function rescue() {
    if (settled || takeOpenaiOutput()) return;
    const given = input ?? openai()?.toolInput;
    const result = given && await callTool(host.context.toolInfo?.tool?.name ?? ownTool, given).catch(() => null);
    if (settled) return; // it came after all
    if (result) settle(result);
    else emit("lost");
  }

  /* Connecting */
  async function connect({ name, version, tool }) {
    ownTool = tool;
    const hello = { appInfo: { name, version }, appCapabilities: { availableDisplayModes: ["inline"] }, protocolVersion: PROTOCOL };
    const answer = await within(openai() ? 1500 : ANSWER_WITHIN, request("ui/initialize", hello)).catch(() => null);
    if (!answer && !openai()) throw problem("no_host", "This view could not reach the chat app.", "The jobs are in the conversation too.");
    if (answer) greet(answer);
    else adoptOpenai();
    window.addEventListener("openai:set_globals", () => answer ? takeOpenaiOutput() : adoptOpenai());
    setTimeout(rescue, answer && openai()?.toolOutput ? 600 : RESULT_WITHIN); // ChatGPT may not send a first widget its result
    emit("connected");
  }

  function greet({ hostCapabilities, hostContext }) {
    Object.assign(host, { kind: "mcp", capabilities: hostCapabilities ?? {} });
    adopt(hostContext ?? {});
    post({ method: "ui/notifications/initialized", params: {} });
  }

  function adoptOpenai() {
    const { theme, locale, callTool: canCall, sendFollowUpMessage: canSay } = openai();
    Object.assign(host, { kind: "openai", capabilities: { ...(canCall && { serverTools: {} }), ...(canSay && { message: {} }) } });
    adopt({ theme, locale });
    takeOpenaiOutput();
  }

  function adopt(changed) {
    Object.assign(host.context, changed);
    const root = document.documentElement;
    const { theme, locale, styles, safeAreaInsets } = host.context;
    if (theme === "light" || theme === "dark") root.style.colorScheme = theme; // a mismatch paints an opaque backdrop
    if (typeof locale === "string") root.lang = locale;
    root.toggleAttribute("data-can-say", "message" in host.capabilities);
    for (const [name, value] of Object.entries(styles?.variables ?? {})) if (/^--[a-z0-9-]+$/.test(name) && value) root.style.setProperty(name, value);
    for (const [side, size] of Object.entries(safeAreaInsets ?? {})) root.style.setProperty(`--safe-${side}`, `${Number(size) || 0}px`);
  }

  /* Calls: some apps carry tools/call without saying so, so we try rather than ask */
  const REFUSED = problem("refused", "This chat app does not let the widget do that.", "Ask the assistant instead.");

  async function callTool(name, args) {
    if (host.kind === "openai") {
      if (!openai().callTool) throw REFUSED;
      const answer = await within(ANSWER_WITHIN, openai().callTool(name, args));
      return answer?.structuredContent || answer?.content ? answer : { structuredContent: answer?.result ?? answer };
    }
    return request("tools/call", { name, arguments: args }).catch((error) => {
      if (error.code === -32601) throw REFUSED;
      throw error.code === "no_answer" ? error : problem("failed", "That did not work.", "Try again, or ask the assistant.");
    });
  }

  async function openLink(url) {
    if (host.kind === "openai") return openai().openExternal({ href: url });
    const { isError } = await request("ui/open-link", { url });
    if (isError) throw problem("refused", "The chat app did not open the link.");
  }

  async function say(text) { // the context first, so that the model has it when it reads the message
    await flush();
    if (host.kind === "openai" && openai().sendFollowUpMessage) return openai().sendFollowUpMessage({ prompt: text });
    const { isError } = await request("ui/message", { role: "user", content: [{ type: "text", text }] });
    if (isError) throw REFUSED;
  }

  /* The model's context is one value that each update overwrites: the state first, then what the user did, oldest first */
  let state = "", events = [], count = 0, changed = false, sending = null, timer, isDeaf = false;

  function record(event, text) {
    events = [...events, { number: ++count, event, text }].slice(-EVENTS_KEPT);
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(flush, QUIET_FOR);
  }

  function contextText() {
    const write = (list) => [state, "What the user did here, oldest first:", ...list.map((e) => `${e.number}. [${e.event}] ${e.text}`)].join("\n");
    const isTooLong = (list) => new TextEncoder().encode(write(list)).length > CONTEXT_BYTES;
    while (events.length > 1 && isTooLong(events)) events = events.slice(1);
    return write(events);
  }

  async function flush() {
    clearTimeout(timer);
    while (sending) await sending;
    if (!changed || isDeaf) return;
    changed = false;
    sending = sendContext(contextText()).catch(() => { isDeaf = !host.capabilities.updateModelContext; }).finally(() => { sending = null; });
    await sending;
  }

  async function sendContext(text) {
    const data = { state, events };
    if (host.kind === "openai") return openai().setWidgetState?.({ modelContent: text, privateContent: data });
    const takes = host.capabilities.updateModelContext ?? {};
    const takesText = takes.text || Object.keys(takes).length === 0;
    return request("ui/update-model-context", takesText ? { content: [{ type: "text", text }] } : { structuredContent: data });
  }

  /* Size: the content's height only; reporting a width, or measuring the window, makes hosts and widgets chase each other */
  let reported = 0;
  function watchSize(element) {
    const report = () => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (host.kind === "none" || Math.abs(height - reported) < 2) return;
      reported = height;
      if (host.kind === "openai") openai().notifyIntrinsicHeight?.(height);
      else post({ method: "ui/notifications/size-changed", params: { height } });
    };
    new ResizeObserver(() => requestAnimationFrame(report)).observe(element);
    on("connected", report);
  }

  return { on, connect, callTool, openLink, say, record, flush, watchSize, describe: (text) => { state = text; } };
})();
