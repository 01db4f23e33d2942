/* htmx over MCP: fills the views' templates from structuredContent, and carries hx-post="/w/<handler>/" as tools/call. */
(() => {
  "use strict";
  const view = document.getElementById("view"), status = document.getElementById("status");
  const toolNames = JSON.parse(document.getElementById("tool-names").textContent); // handler → the live tool's name
  const UNREADABLE = { message: "The result could not be read.", hint: "Ask the assistant; the jobs are in the conversation too." };

  /* Templates: the same rules as widgetkit.py. Values become text nodes and attribute values, never markup. */
  const own = (thing, key) => thing !== null && typeof thing === "object" && Object.hasOwn(thing, key) ? thing[key] : undefined;
  const find = (scope, path) => path.split(".").reduce(own, scope);
  const isThere = (value) => value !== null && typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value);

  function asText(value) {
    if (typeof value === "string") return value.replaceAll("\0", "").replace(/\r\n?/g, "\n");
    return value === true || Number.isInteger(value) ? String(value) : "";
  }
  function asLink(value) {
    const text = asText(value);
    return /^https:\/\/[^/?#]|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#]|$)/i.test(text) ? text : "";
  }
  const writers = { json: (value) => JSON.stringify(value ?? null), link: asLink };
  const write = (text, scope) => text.replace(/\{\{([\w.]+)(?:\|(\w+))?\}\}/g, (_, path, form) => (writers[form] ?? asText)(find(scope, path)));

  function scopesOf({ each, alias, when, unless, as }, scope) {
    const value = find(scope, each ?? alias ?? when ?? unless);
    if (each) return (Array.isArray(value) ? value : []).map((item) => ({ ...scope, [as]: item }));
    if (alias) return [{ ...scope, [as]: value }];
    return isThere(value) === (when !== undefined) ? [scope] : [];
  }

  function fill(parent, scope) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE) node.data = write(node.data, scope);
      else if (node.localName === "template") {
        node.replaceWith(...scopesOf(node.dataset, scope).map((inner) => fill(node.content.cloneNode(true), inner)));
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const attribute of node.attributes) attribute.value = write(attribute.value, scope);
        if (node.hasAttribute("href")) node.setAttribute("href", asLink(node.getAttribute("href")));
        fill(node, scope);
      }
    }
    return parent;
  }

  function render(name, content) {
    const box = document.createElement("div");
    box.append(fill(document.getElementById(`view-${name}`).content.cloneNode(true), content));
    return box.innerHTML;
  }

  /* Results: structuredContent, or the same JSON as text, whichever the app passes on */
  function contentOf({ structuredContent, content, isError }) {
    if (structuredContent) return structuredContent;
    const text = content?.find((block) => block.type === "text")?.text ?? "";
    try { return JSON.parse(text); } catch { return { error: isError && text ? { message: text.slice(0, 300) } : UNREADABLE }; }
  }
  function pageOf(name, result) {
    const content = contentOf(result);
    const isGood = !result.isError && isThere(content?.output);
    return { content, isGood, html: isGood ? render(name, content) : render("error", { error: own(content, "error") ?? UNREADABLE }) };
  }

  /* Requests: tools and nothing else */
  let carried = {}; // what ties a call to this widget: the shortlist and the view that the shown result names
  const respond = (html, code) => new Response(html, { status: code, headers: { "Content-Type": "text/html" } });

  async function answer(handler, args) {
    try {
      const page = pageOf(handler, await bridge.callTool(toolNames[handler] ?? handler, args));
      return respond(page.html, page.isGood ? 200 : 422);
    } catch (error) {
      return respond(render("error", { error: { message: error.message, hint: error.hint } }), 502);
    }
  }

  htmx.registerExtension("hx-mcp", {
    htmx_config_request(_element, { ctx }) {
      const handler = /^\/w\/([a-z_]+)\/$/.exec(ctx.request.action)?.[1];
      if (!handler || ctx.request.method !== "POST") return false;
      const args = { ...Object.fromEntries(ctx.request.body), ...ctx.vals, ...carried };
      ctx.fetch = () => answer(handler, args);
    },
  });

  /* What the user did: named events in the third person, declared in the markup as data-opened="name: what the user did" */
  const subjectOf = (element) => element.closest("[data-subject]")?.dataset.subject ?? "";

  function tell(element, declared) {
    const [name, deed] = declared?.split(": ") ?? [];
    if (!deed) return;
    describe();
    bridge.record(name, `The user ${deed} ${subjectOf(element)}.`);
  }

  const opened = new Set(); // the subjects that are open, the last opened last
  function describe() {
    const list = (subjects) => subjects.map((subject) => subject.slice(0, 110)).join("; ") || "none";
    const shown = [...view.querySelectorAll(".sl-job")].map(subjectOf);
    bridge.describe(`Shown to the user: ${list(shown)}.\nOpen now: ${list([...opened])}.`);
  }

  document.addEventListener("disclosure", ({ target, detail: { isOpen } }) => {
    const { opened: openedWords, closed } = target.dataset, subject = subjectOf(target);
    if (!openedWords) return;
    opened.delete(subject);
    if (isOpen) opened.add(subject);
    status.textContent = isOpen ? `Details of ${subject} are shown below the button.` : "";
    tell(target, isOpen ? openedWords : closed);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]"), button = event.target.closest("[data-say]");
    if (link) {
      event.preventDefault(); // a sandboxed frame can't open a page by itself
      if (link.getAttribute("href")) bridge.openLink(link.href).then(() => tell(link, link.dataset.opened), () => offerCopy(link));
    }
    if (button) sayOf(button);
  });

  async function sayOf(button) {
    const sent = bridge.say(`The user ${button.dataset.say} ${subjectOf(button)}.`);
    await sent.then(() => note(button, "The assistant has been told."), () => note(button, "That did not reach the assistant. Write to it about this job."));
  }

  function note(element, text, ...more) {
    const actions = element.closest(".sl-actions"), line = document.createElement("p");
    Object.assign(line, { className: "sl-note", textContent: text }).setAttribute("role", "status");
    line.append(...more);
    actions.parentElement.querySelector(".sl-note")?.remove();
    actions.after(line);
  }
  function offerCopy(link) {
    const field = Object.assign(document.createElement("input"), { readOnly: true, value: link.href, onfocus: () => field.select() });
    field.setAttribute("aria-label", "The link, to copy");
    note(link, "The chat app did not open the link. Copy it:", field);
  }

  /* Painting */
  let painted = "";
  function paint(html) {
    opened.clear();
    view.setAttribute("aria-busy", "false");
    return htmx.swap({ target: view, text: html, swap: "innerHTML", sourceElement: view });
  }
  function show(result) {
    const { html, content, isGood } = pageOf(view.dataset.view, result);
    if (html === painted) return; // a host may send a result twice: what the user opened stays open
    painted = html;
    const { shortlist, view: handle } = isGood ? content.output : {};
    carried = { ...(shortlist && { shortlist }), ...(handle && { view: handle }) };
    paint(html);
  }
  const fail = (message, hint) => paint(render("error", { error: { message, hint } }));

  bridge.on("result", show);
  bridge.on("cancelled", () => painted || fail("The request was cancelled.", "Ask again to see the jobs."));
  bridge.on("lost", () => fail("The result did not reach this view.", "The jobs are in the conversation too. Ask again to see them here."));
  bridge.watchSize(document.getElementById("root"));
  bridge.connect({ name: `shortlist-${view.dataset.view}`, version: "1", tool: toolNames[view.dataset.view] ?? view.dataset.view })
    .catch((error) => fail(error.message, error.hint));
  window.widgetViews = { render };
})();
