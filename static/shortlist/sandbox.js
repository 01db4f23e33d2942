/* The sandbox proxy of MCP Apps: a page between host and widget, on an origin of its own, that only passes messages on.

   Messages count only if they come from the host's window and origin, or from the widget's window. */

const hostOrigin = document.documentElement.dataset.hostOrigin;

const widget = document.createElement("iframe");
widget.title = "Widget";
widget.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
document.body.append(widget);

const toHost = (message) => parent.postMessage(message, hostOrigin);
const notify = (method, params) => toHost({ jsonrpc: "2.0", method, params });

function show(html) {
  const page = widget.contentDocument;
  page.open();
  // After open(), which drops listeners, and before write(), which runs the widget.
  page.addEventListener("securitypolicyviolation", (event) => {
    notify("ui/notifications/sandbox-csp-violation", { directive: event.effectiveDirective, blocked: event.blockedURI });
  });
  page.write(html);
  page.close();
}

addEventListener("message", ({ source, origin, data }) => {
  if (source === widget.contentWindow) toHost(data);
  if (source !== parent || origin !== hostOrigin) return;
  if (data?.method === "ui/notifications/sandbox-resource-ready") show(data.params.html);
  else widget.contentWindow.postMessage(data, location.origin);
});

notify("ui/notifications/sandbox-proxy-ready", {});
