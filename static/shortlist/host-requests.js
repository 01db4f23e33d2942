/* What a widget may ask the simulated host, in both dialects. What the switches take away is refused, as it is not advertised. */

import { SILENCE } from "./widget-host.js";

const SLOW = 3000; // milliseconds

const refusal = (code, message) => Object.assign(new Error(message), { code });
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const textOf = (content) => [content].flat().map((part) => part?.text ?? "").join("\n");

/* Handlers by method. `relay` carries a request to the server, `hostContext` tells what the host is like. */
export function hostRequests({ switches, panes, hostContext, relay }) {
  function needs(ability, method) {
    if (!switches.can(ability)) throw refusal(-32601, `This host does not offer ${method}.`);
  }

  const relayed = (method) => async (params) => {
    needs("tools", method);
    const how = switches.chosen("calls");
    if (how === "unanswered") return SILENCE;
    if (how === "failing") throw refusal(-32603, "This host could not reach the server.");
    if (how === "slow") await wait(SLOW);
    return relay(method, params);
  };

  function keep({ content = [], structuredContent }) {
    needs("context", "ui/update-model-context");
    if (content.length && !switches.can("text")) throw refusal(-32602, "This host takes no text into the model's context.");
    panes.context({ content, structuredContent });
    return {};
  }

  function say(text) {
    needs("messages", "ui/message");
    panes.message(text);
    return {};
  }

  function open(url) {
    panes.link(url, switches.can("links"));
    return switches.can("links") ? {} : { isError: true };
  }

  function display({ mode }) {
    if (switches.displayModes.includes(mode)) switches.set("display", mode);
    return { mode: switches.chosen("display") };
  }

  return {
    ping: () => ({}),
    "ui/initialize": ({ protocolVersion }) => ({
      protocolVersion,
      hostInfo: { name: "shortlist-simulator", version: "1" },
      hostCapabilities: switches.capabilities,
      hostContext: hostContext(),
    }),
    "tools/call": relayed("tools/call"),
    "tools/list": relayed("tools/list"),
    "resources/list": relayed("resources/list"),
    "resources/read": relayed("resources/read"),
    "ui/update-model-context": keep,
    "ui/message": ({ content }) => say(textOf(content)),
    "ui/open-link": ({ url }) => open(url),
    "ui/request-display-mode": display,
    "openai/callTool": relayed("tools/call"),
    "openai/setWidgetState": ({ modelContent }) => keep({ content: [{ type: "text", text: modelContent }] }),
    "openai/sendFollowUpMessage": ({ prompt }) => say(prompt),
    "openai/openExternal": ({ href }) => {
      needs("links", "openExternal");
      return open(href);
    },
    "openai/requestDisplayMode": display,
  };
}
