// boardgame.io: random games of tic-tac-toe through its own reducer, in memory; prints actions per second.
import { createRequire } from 'node:module';

const { Client } = createRequire(import.meta.url)('boardgame.io/client');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    for (const [a, b, c] of LINES) if (G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]) return { winner: G.cells[a] };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const milliseconds = Number(process.argv[2]) * 1000;
let actions = 0;
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const start = spent();
while (spent() - start < milliseconds) {
  const client = Client({ game: TicTacToe, numPlayers: 2, debug: false });
  let state = client.getState();
  while (!state.ctx.gameover) {
    const free = [];
    state.G.cells.forEach((cell, i) => cell === null && free.push(i));
    client.moves.mark(free[Math.floor(Math.random() * free.length)]);
    state = client.getState();
    actions += 1;
  }
}
console.log(actions / ((spent() - start) / 1000));
