/* A small MCP client: protocol 2026-07-28 over Streamable HTTP, where every request stands alone. */

const PROTOCOL = "2026-07-28";
const UI = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const CLIENT = { name: "shortlist-simulator", version: "1" };

export class McpError extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

export class McpClient {
  #nextId = 1;

  /* `showsWidgets` is asked before each request: capabilities travel with it. */
  constructor({ address, showsWidgets }) {
    this.address = address;
    this.showsWidgets = showsWidgets;
  }

  /* Resolves to the result; rejects with an McpError, also where the server can't be reached. */
  async request(method, params = {}) {
    const body = { jsonrpc: "2.0", id: this.#nextId++, method, params: { ...params, _meta: this.#meta() } };
    const response = await this.#post(method, params.name ?? params.uri, body);
    const answer = await response.json().catch(() => null);
    if (answer?.error) throw new McpError(answer.error);
    if (!answer?.result) throw new McpError({ code: -32603, message: `The server answered ${response.status} without a result.` });
    return answer.result;
  }

  async #post(method, name, body) {
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": PROTOCOL,
      "Mcp-Method": method,
      ...(name && { "Mcp-Name": name }),
    };
    try {
      return await fetch(this.address, { method: "POST", headers, body: JSON.stringify(body) });
    } catch {
      throw new McpError({ code: -32000, message: "The server can't be reached. Is it still running?" });
    }
  }

  #meta() {
    return {
      "io.modelcontextprotocol/protocolVersion": PROTOCOL,
      "io.modelcontextprotocol/clientInfo": CLIENT,
      "io.modelcontextprotocol/clientCapabilities": this.showsWidgets() ? { extensions: UI } : {},
    };
  }
}
