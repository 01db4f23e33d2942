/* Says hello to the endpoint as a client of each era, and shows what went over the wire. */

const button = document.getElementById("handshake");
const transcript = document.getElementById("handshake-transcript");
const outcome = document.getElementById("handshake-outcome");
const CLIENT = { name: "shortlist-connect-page", version: "1" };
const META = "io.modelcontextprotocol";

const hello = {
  "2026-07-28": (method) => ({
    headers: { "Mcp-Method": method },
    params: { _meta: { [`${META}/protocolVersion`]: "2026-07-28", [`${META}/clientInfo`]: CLIENT, [`${META}/clientCapabilities`]: {} } },
  }),
  "2025-11-25": (method) => ({
    headers: {},
    params: method === "initialize" ? { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: CLIENT } : {},
  }),
};
const METHODS = { "2026-07-28": ["server/discover", "tools/list"], "2025-11-25": ["initialize", "tools/list"] };

const say = (line) => transcript.append(`${line}\n`);

async function ask(era, method, session) {
  const { headers, params } = hello[era](method);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  say(`→ ${body}`);
  const began = performance.now();
  const response = await fetch(button.dataset.address, {
    method: "POST",
    headers: {
      "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": era,
      ...headers, ...(session && { "Mcp-Session-Id": session }),
    },
    body,
  });
  const text = await response.text();
  say(`← ${response.status} in ${Math.round(performance.now() - began)} ms ${text}\n`);
  const { result, error } = JSON.parse(text);
  if (error) throw new Error(error.message);
  return { result, session: response.headers.get("mcp-session-id") };
}

async function shakeHands(era) {
  say(`Protocol ${era}`);
  let session = "", last;
  for (const method of METHODS[era]) {
    last = await ask(era, method, session);
    session = last.session ?? session;
  }
  return last.result.tools.length;
}

async function test() {
  button.disabled = true;
  transcript.hidden = false;
  transcript.replaceChildren();
  outcome.textContent = "Asking…";
  try {
    const counts = [];
    for (const era of Object.keys(hello)) counts.push(await shakeHands(era));
    outcome.textContent = `Both eras answer, with ${counts.join(" and ")} tools.`;
  } catch (problem) {
    outcome.textContent = `That went wrong: ${problem.message}. A page reaches the address only where the page itself comes from it.`;
  }
  button.disabled = false;
}

button.hidden = false;
button.addEventListener("click", test);
