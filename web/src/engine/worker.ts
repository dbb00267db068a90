// The engine as a plain worker. It takes UCI lines as messages, one each, and answers in the same way.
// The first line loads the module, unless a message { module } came before with a compiled one.
//
// Further messages: { table, bytes } adds a table; { role: "rules", module } makes the worker one that
// answers { id, request } with { id, answer }, both as Go package webapi has them.

import "wasm_exec";

interface Message {
  role?: "rules";
  module?: WebAssembly.Module;
  id?: number;
  request?: string;
  table?: string;
  bytes?: ArrayBuffer;
}

/** What the module offers once it runs; see Go command wasm. */
interface Engine {
  receive(line: string): void;
  answer(request: string, reply: (answer: string) => void): void;
  addTable(name: string, bytes: Uint8Array): string;
}

declare const Go: new () => {
  argv: string[];
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
};

const scope = self as unknown as {
  location: Location;
  tinyhouse: Engine;
  postMessage(message: unknown): void;
  close(): void;
  onmessage: (event: MessageEvent<string | Message>) => void;
};

let engine: Engine | undefined;
let starting = false;
const waiting: (string | Message)[] = [];

async function load(): Promise<WebAssembly.Module> {
  const page = scope.location.href.includes("/assets/") ? "../" : "./";
  const response = await fetch(new URL(page + SITE.wasm, scope.location.href));
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function start(role: string, module: WebAssembly.Module): Promise<void> {
  const go = new Go();
  go.argv = ["tinyhouse", role];
  const instance = await WebAssembly.instantiate(module, go.importObject);
  void go.run(instance).then(() => scope.close());
  engine = scope.tinyhouse;
  for (const message of waiting.splice(0)) deliver(engine, message);
}

function deliver(to: Engine, message: string | Message): void {
  if (typeof message === "string") {
    to.receive(message);
    return;
  }
  const { id, request, table, bytes } = message;
  const reply = (answer: string): void => scope.postMessage({ id, answer });
  if (table !== undefined && bytes) {
    const answer = to.addTable(table, new Uint8Array(bytes));
    if (id !== undefined) reply(answer);
  }
  if (request !== undefined) to.answer(request, reply);
}

scope.onmessage = ({ data }) => {
  if (engine) {
    deliver(engine, data);
    return;
  }
  const { role = "uci", module = undefined } = typeof data === "string" ? {} : data;
  if (!module) waiting.push(data);
  if (starting || (!module && typeof data !== "string")) return;
  starting = true;
  (module ? Promise.resolve(module) : load())
    .then((compiled) => start(role, compiled))
    .catch((error: unknown) => setTimeout(() => { throw error; }));
};
