// Asks the server. Plain answers are kept, as they cannot change while it runs; searches come as a stream.

const ROOT = "/api/v1/";
const KEPT = 4000;
const TRIES = 10;
const answers = new Map();

/** What the server refused, with its reason; `column` is where in the text the trouble starts. */
export class Refusal extends Error {
  constructor(status, { code, message, column, line, move }, retryAfter) {
    super(message);
    Object.assign(this, { status, code, column, line, move, retryAfter });
  }
}

function address(name, query) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) params.set(key, value);
  }
  const text = params.toString();
  return ROOT + name + (text && `?${text}`);
}

async function refusal(response) {
  let error = { code: "internal", message: `the server answered ${response.status}` };
  try {
    error = (await response.json()).error ?? error;
  } catch {
    // Not JSON: the status has to do.
  }
  return new Refusal(response.status, error, Number(response.headers.get("retry-after")) || 1);
}

async function fetched(url, signal) {
  try {
    return await fetch(url, { signal, headers: { accept: "application/json, text/event-stream" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { code: "unreachable", message: "the server does not answer: is `retrosolve serve` running?" });
  }
}

// A server that is busy is asked again after the time that it names.
async function begun(url, signal) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetched(url, signal);
    if (response.ok) return response;
    const refused = await refusal(response);
    if (refused.status !== 503 || tries === TRIES) throw refused;
    await new Promise((wake) => setTimeout(wake, refused.retryAfter * 1000));
    signal?.throwIfAborted();
  }
}

async function answer(url, signal) {
  return (await begun(url, signal)).json();
}

/** The JSON answer to a GET of `name`, from memory if it was asked before. */
export async function get(name, query = {}, signal) {
  const url = address(name, query);
  if (answers.has(url)) return answers.get(url);
  const json = await answer(url, signal);
  if (answers.size >= KEPT) answers.delete(answers.keys().next().value);
  answers.set(url, json);
  return json;
}

/** As `get`, but asked anew each time: for answers that depend on a budget of time. */
export function ask(name, query, signal) {
  return answer(address(name, query), signal);
}

/** Follows a search: calls `onProgress` at each report on the way and gives the result. */
export async function search(query, signal, onProgress) {
  const response = await begun(address("solve", query), signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Refusal(0, { code: "unreachable", message: "the search ended without a result" });
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = parsed(text.slice(0, end));
      text = text.slice(end + 2);
      if (event.name === "progress") onProgress(event.data);
      else if (event.name === "result") return event.data;
      else if (event.name === "error") throw new Refusal(0, event.data.error);
    }
  }
}

function parsed(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5));
  }
  return { name, data: data.length ? JSON.parse(data.join("\n")) : null };
}
