/* window.openai as ChatGPT gives it to a widget, played over the sandbox's line to the host. */

/* `functions` names those that this host offers; `ask` resolves to the host's answer, `tell` expects none. */
export function windowOpenai({ globals, functions }, ask, tell) {
  const all = {
    callTool: (name, args) => ask("openai/callTool", { name, arguments: args }),
    sendFollowUpMessage: ({ prompt }) => ask("openai/sendFollowUpMessage", { prompt }),
    openExternal: ({ href }) => ask("openai/openExternal", { href }),
    requestDisplayMode: ({ mode }) => ask("openai/requestDisplayMode", { mode }),
    setWidgetState: (state) => ask("openai/setWidgetState", state),
    notifyIntrinsicHeight: (height) => tell("openai/notifyIntrinsicHeight", { height }),
  };
  return { ...globals, ...Object.fromEntries(functions.map((name) => [name, all[name]])) };
}
