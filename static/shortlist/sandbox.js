/* The sandbox proxy of MCP Apps: a page between host and widget, on an origin of its own, that passes messages on.

   Messages count only if they come from the host's window and origin, or from the widget's window. What concerns the
   sandbox itself – and window.openai, where the host plays it – is answered here; a widget can't speak in its place. */

import { windowOpenai } from "./sandbox-openai.js";

const hostOrigin = document.documentElement.dataset.hostOrigin;
const OURS = /^(ui\/notifications\/sandbox-|openai\/|sandbox\/)/;

const widget = document.createElement("iframe");
widget.title = "Widget";
widget.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
document.body.append(widget);

const toHost = (message) => parent.postMessage(message, hostOrigin);
const tell = (method, params) => toHost({ jsonrpc: "2.0", method, params });

let hearsMcp = true;
const asked = new Map();

function ask(method, params) {
  const id = `openai-${crypto.randomUUID()}`;
  const { promise, resolve, reject } = Promise.withResolvers();
  asked.set(id, ({ error, result }) => (error ? reject(new Error(error.message)) : resolve(result)));
  toHost({ jsonrpc: "2.0", id, method, params });
  return promise.finally(() => asked.delete(id));
}

/* `openai`: what window.openai holds, absent where there is none; `speaksMcp`: whether the bridge of MCP Apps is there. */
let openai;
function speak(dialects) {
  openai = dialects.openai;
  hearsMcp = dialects.speaksMcp ?? true;
}

function show({ html }) {
  const page = widget.contentDocument;
  page.open();
  // After open(), which drops listeners, and before write(), which runs the widget.
  page.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    tell("ui/notifications/sandbox-csp-violation", { directive: effectiveDirective, blocked: blockedURI });
  });
  if (openai) widget.contentWindow.openai = windowOpenai(openai, ask, tell);
  page.write(html);
  page.close();
  if (!hearsMcp) tell("openai/ready", {});
}

function setGlobals(globals) {
  const { openai, CustomEvent } = widget.contentWindow;
  if (!openai) return;
  Object.assign(openai, globals);
  widget.contentWindow.dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals } }));
}

function visibleTexts() {
  const texts = [];
  const walker = widget.contentDocument.createTreeWalker(widget.contentDocument.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() && parentElement.checkVisibility() && !parentElement.closest("script, style, template")) texts.push(data.replace(/\s+/g, " ").trim());
  }
  return texts;
}

const handlers = {
  "ui/notifications/sandbox-resource-ready": show,
  "openai/dialects": speak,
  "openai/set-globals": setGlobals,
  "sandbox/visible-texts": visibleTexts,
};

function fromHost(data) {
  if (asked.has(data?.id)) return asked.get(data.id)(data);
  const handle = handlers[data?.method];
  if (!handle) return hearsMcp && widget.contentWindow.postMessage(data, location.origin);
  const result = handle(data.params);
  return data.id === undefined ? undefined : toHost({ jsonrpc: "2.0", id: data.id, result });
}

addEventListener("message", ({ source, origin, data }) => {
  if (source === widget.contentWindow && hearsMcp && !OURS.test(data?.method)) toHost(data);
  if (source === parent && origin === hostOrigin) fromHost(data);
});

tell("ui/notifications/sandbox-proxy-ready", {});
