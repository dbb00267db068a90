// Speaks just enough UCI for cross: perft by the ffish library (npm), which knows newer
// rules than the packaged Fairy-Stockfish. Needs ffish in the module path.
delete globalThis.fetch; // ffish would try to fetch its own file
const fs = require('fs');
const readline = require('readline');
const ffish = require('ffish');

let variant = 'chess', fen = '';

function perft(board, depth) {
  const moves = board.legalMoves().split(' ').filter(Boolean);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    board.push(move);
    nodes += perft(board, depth - 1);
    board.pop();
  }
  return nodes;
}

function divide(depth) {
  const board = new ffish.Board(variant, fen);
  let sum = 0;
  for (const move of board.legalMoves().split(' ').filter(Boolean)) {
    board.push(move);
    const nodes = depth > 1 ? perft(board, depth - 1) : 1;
    board.pop();
    console.log(`${move}: ${nodes}`);
    sum += nodes;
  }
  board.delete();
  console.log(`\nNodes searched: ${sum}`);
}

function command(line) {
  const words = line.trim().split(/\s+/);
  const value = line.split(' value ')[1];
  if (line.startsWith('setoption name VariantPath')) ffish.loadVariantConfig(fs.readFileSync(value, 'utf8'));
  else if (line.startsWith('setoption name UCI_Variant')) variant = value;
  else if (line.startsWith('position fen ')) fen = line.slice('position fen '.length);
  else if (line.startsWith('go perft')) divide(Number(words[2]));
  else if (line === 'isready') console.log('readyok');
  else if (line === 'quit') process.exit(0);
}

ffish.onRuntimeInitialized = () => readline.createInterface({ input: process.stdin }).on('line', command);
