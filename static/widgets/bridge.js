/* The widget's line to the chat app around it: MCP Apps 2026-01-26 over postMessage, window.openai where that is all there is.
   It knows nothing of jobs: it brings results in, carries calls out and tells the model what the user did. */
window.bridge = (() => {
  "use strict";
  const ANSWER_WITHIN = 10_000, RESULT_WITHIN = 8_000, QUIET_FOR = 120; // milliseconds
  const WIDE = "fullscreen";
  const EVENTS_KEPT = 20, CONTEXT_BYTES = 2048;

  const says = (message, hint) => ({ message, hint });
  const NO_ANSWER = says("There was no answer within 10 seconds.", "Try again, or ask the assistant.");
  const FAILED = says("That did not work.", NO_ANSWER.hint);
  const REFUSED = says("This chat app does not let the widget do that.", "Ask the assistant instead.");
  const NO_HOST = says("This view could not reach the chat app.", "The jobs are in the conversation too.");
  const CANCELLED = says("The request was cancelled.", "Ask again to see the jobs.");
  const LOST = says("The result did not reach this view.", `${NO_HOST.hint} Ask again to see them here.`);

  const host = { capabilities: {}, context: {} };
  let widget; // { tool, root, show(result), fail(problem) }

  /* Requests and answers */
  const waiting = new Map();
  let lastId = 0;
  const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const within = (milliseconds, promise) =>
    Promise.race([promise, new Promise((_, reject) => setTimeout(reject, milliseconds, NO_ANSWER))]);

  function request(method, params) {
    const id = ++lastId;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, ({ error, result }) => (error ? reject(error) : resolve(result ?? {})));
      post({ id, method, params });
    });
    return within(ANSWER_WITHIN, answer).catch((error) => {
      if (error === NO_ANSWER) post({ method: "notifications/cancelled", params: { requestId: id, reason: error.message } });
      throw error;
    }).finally(() => waiting.delete(id));
  }

  const incoming = new Map(Object.entries({
    "ui/notifications/tool-input-partial": () => expect(RESULT_WITHIN), // a model that writes slowly is no lost result
    "ui/notifications/tool-input": (params) => { input = params.arguments; expect(RESULT_WITHIN); },
    "ui/notifications/tool-result": settle,
    "ui/notifications/tool-cancelled": () => giveUp(CANCELLED),
    "ui/notifications/host-context-changed": adopt,
    "ui/resource-teardown": () => within(1000, flush()).catch(() => {}),
    ping() {},
  }));

  addEventListener("message", async ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return; // only the app that embeds us
    if (!data.method) return waiting.get(data.id)?.(data);
    const act = incoming.get(data.method);
    await act?.(data.params ?? {});
    if (data.id !== undefined) post({ id: data.id, ...(act ? { result: {} } : { error: { code: -32601, message: "Method not found" } }) });
  });

  /* What a widget may ask for, in two dialects */
  const mcpApps = {
    call: (name, args) => request("tools/call", { name, arguments: args }),
    link: (url) => request("ui/open-link", { url }),
    say: (text) => request("ui/message", { role: "user", content: [{ type: "text", text }] }),
    mode: (mode) => request("ui/request-display-mode", { mode }),
    context: (value) => request("ui/update-model-context", value),
    height: (height) => post({ method: "ui/notifications/size-changed", params: { height } }),
  };
  const chatGpt = {
    async call(name, args) {
      const answer = await openai.callTool(name, args);
      return answer?.structuredContent || answer?.content ? answer : { structuredContent: answer?.result ?? answer };
    },
    link: (href) => openai.openExternal({ href }),
    say: (prompt) => openai.sendFollowUpMessage({ prompt }),
    mode: (mode) => openai.requestDisplayMode({ mode }),
    context: ({ content }) => openai.setWidgetState({ modelContent: content[0].text }),
    height: (height) => openai.notifyIntrinsicHeight?.(height),
  };
  let ask = mcpApps;

  /* The result: as it is sent; else what window.openai holds; else our own read-only call again; else a plain message */
  let input, patience, isSettled = false;

  function expect(milliseconds) {
    clearTimeout(patience);
    patience = setTimeout(rescue, milliseconds);
  }
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
      appCapabilities: { availableDisplayModes: ["inline", WIDE] },
      protocolVersion: "2026-01-26",
    })).catch(() => null);
    if (!answer && !openai) return giveUp(NO_HOST);
    if (answer) greet(answer);
    else adoptOpenai();
    addEventListener("openai:set_globals", () => (answer ? takeOpenaiOutput() : adoptOpenai()));
    expect(answer && openai?.toolOutput ? 600 : RESULT_WITHIN); // ChatGPT may keep a first widget's result to itself
    new ResizeObserver(() => requestAnimationFrame(reportHeight)).observe(widget.root);
  }

  function greet({ hostCapabilities, hostContext }) {
    host.capabilities = hostCapabilities ?? {};
    adopt(hostContext ?? {});
    post({ method: "ui/notifications/initialized", params: {} });
  }

  function adoptOpenai() {
    const { theme, locale, displayMode, requestDisplayMode, sendFollowUpMessage } = window.openai;
    host.capabilities = sendFollowUpMessage ? { message: {} } : {};
    ask = chatGpt;
    adopt({ theme, locale, displayMode, availableDisplayModes: requestDisplayMode ? ["inline", WIDE] : [] });
    takeOpenaiOutput();
  }

  function adopt(changed) {
    const { theme, locale, displayMode, styles, safeAreaInsets } = Object.assign(host.context, changed);
    const root = document.documentElement;
    root.toggleAttribute("data-wide", displayMode === WIDE);
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
    ask.height(height);
  }

  /* Room: asked for where the app offers it. Where it doesn't, or says no, the widget grows where it is */
  async function display(mode) {
    const { availableDisplayModes, displayMode = "inline" } = host.context;
    if (!availableDisplayModes?.includes(mode) || mode === displayMode) return;
    const given = await ask.mode(mode).catch(() => {});
    if (given?.mode) adopt({ displayMode: given.mode });
  }

  /* Calls. Some apps carry tools/call without saying so: we try rather than ask */
  async function callTool(name, args) {
    try {
      return await within(ANSWER_WITHIN, ask.call(name, args));
    } catch (error) {
      if (error === NO_ANSWER) throw error;
      throw error.code === -32601 || error instanceof TypeError ? REFUSED : FAILED; // no such method, here or there
    }
  }

  async function accepted(answer) {
    if ((await answer)?.isError) throw REFUSED;
  }
  const openLink = (url) => accepted(ask.link(url));

  async function say(text) { // the context first, so that the model has it when it reads the message
    await within(3000, flush()).catch(() => {});
    if (!host.capabilities.message) throw REFUSED;
    return accepted(ask.say(text));
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

  function contextValue() {
    const lines = events.map(({ number, event, text }) => `${number}. [${event}] ${text}`);
    const text = [describe(), "What the user did here, oldest first:", ...lines].join("\n");
    const value = takesText() ? { content: [{ type: "text", text }] } : { structuredContent: { state: describe(), events } };
    if (events.length < 2 || new TextEncoder().encode(JSON.stringify(value)).length <= CONTEXT_BYTES) return value;
    events.shift();
    return contextValue();
  }
  function takesText() {
    const takes = host.capabilities.updateModelContext ?? {};
    return takes.text || Object.keys(takes).length === 0;
  }

  async function flush() {
    clearTimeout(timer);
    await sending;
    if (!isChanged || isDeaf) return;
    isChanged = false;
    sending = hand(contextValue());
    await sending;
  }

  async function hand(value) { // some apps take it without saying so: tried once, and no more where it failed
    try { await ask.context(value); } catch { isDeaf = !host.capabilities.updateModelContext; }
  }

  return { connect, callTool, display, openLink, say, record, within };
})();
