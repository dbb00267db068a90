// Runs the module in Node, for tests: node node.js WASM_EXEC MODULE ROLE. A line of standard input is
// a message to the session, or with the role rules a request; output goes to standard output.
const [execFile, moduleFile, role] = process.argv.slice(2);
require(execFile);
const fs = require("fs");
globalThis.postMessage = (line) => process.stdout.write(line + "\n");
globalThis.fs = fs;

/** Opens a file by a function that reads parts of it. A file named lost cannot be read after it was opened. */
function open(tinyhouse, name, file) {
  const handle = fs.openSync(file);
  let lost = false;
  const answer = tinyhouse.openFile(name, fs.statSync(file).size, (offset, length) => {
    if (lost) return "the file is gone";
    const part = new Uint8Array(length);
    return part.subarray(0, fs.readSync(handle, part, 0, length, offset));
  });
  lost = name === "lost";
  return answer;
}

(async () => {
  const go = new Go();
  go.argv = ["tinyhouse", role];
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(moduleFile), go.importObject);
  go.run(instance).then(() => process.exit(0));
  const { tinyhouse } = globalThis;
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const [word, name, file] = line.split(" ");
    if (word === "table") process.stdout.write(`table ${tinyhouse.addTable(name, fs.readFileSync(file))}\n`);
    else if (word === "open") process.stdout.write(`open ${open(tinyhouse, name, file)}\n`);
    else if (word === "remove") process.stdout.write(`remove ${tinyhouse.removeFile(name)}\n`);
    else if (word === "damage") process.stdout.write(`damage ${tinyhouse.damage()}\n`);
    else if (role === "uci") tinyhouse.receive(line);
    else tinyhouse.answer(line, (answer) => process.stdout.write(answer + "\n"));
  });
})();
