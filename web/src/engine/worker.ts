// The engine as a plain worker. It takes UCI lines as messages, one each, and answers in the same way.
// The first line loads the module, unless a message { module } came before with a compiled one.
//
// Further messages: { table, bytes } adds a table; { file, blob } adds one of which parts are read when they are
// needed, { file } removes it; { role: "rules", module } makes the worker one that
// answers { id, request } with { id, answer }, both as Go package webapi has them, and sends { damage }.

import "wasm_exec";

interface Message {
  role?: "rules";
  module?: WebAssembly.Module;
  id?: number;
  request?: string;
  table?: string;
  bytes?: ArrayBuffer;
  file?: string;
  blob?: Blob;
}

/** What the module offers once it runs; see Go command wasm. */
interface Engine {
  receive(line: string): void;
  answer(request: string, reply: (answer: string) => void): void;
  addTable(name: string, bytes: Uint8Array): string;
  openFile(name: string, size: number, read: (offset: number, length: number) => Uint8Array | string): string;
  removeFile(name: string): boolean;
  damage(): string;
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

/** Returns the function by which the module reads parts of a file. */
function reader(blob: Blob): (offset: number, length: number) => Uint8Array | string {
  const files = new FileReaderSync();
  return (offset, length) => {
    try {
      return new Uint8Array(files.readAsArrayBuffer(blob.slice(offset, offset + length)));
    } catch (error) {
      return (error as Error).message;
    }
  };
}

/** Opens or removes a file, and returns the answer in JSON. */
function change(to: Engine, name: string, blob: Blob | undefined): string {
  return blob ? to.openFile(name, blob.size, reader(blob)) : String(to.removeFile(name));
}

function deliver(to: Engine, message: string | Message): void {
  if (typeof message === "string") {
    to.receive(message);
    return;
  }
  const { id, request, table, bytes, file, blob } = message;
  const reply = (answer: string): void => {
    scope.postMessage({ id, answer });
    queueMicrotask(() => tellDamage(to));
  };
  if (table !== undefined && bytes) {
    const answer = to.addTable(table, new Uint8Array(bytes));
    if (id !== undefined) reply(answer);
  }
  if (file !== undefined) {
    const answer = change(to, file, blob);
    if (id !== undefined) reply(answer);
  }
  if (request !== undefined) to.answer(request, reply);
}

function tellDamage(to: Engine): void {
  const damage = to.damage();
  if (damage) scope.postMessage({ damage });
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
