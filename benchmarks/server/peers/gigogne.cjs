// The rules of Gigogne for all peers, and as a game of boardgame.io. Two seats, three visible in line win.
// A board is 27 slots, nine cells for each of the three sizes: 0 for a free one, else 1 + the seat that owns it.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** The first legal slot for a seat, sizes from small to large, cells in order; -1 if there is none. */
function firstLegal(slots, seat) {
  for (let size = 0; size < 3; size++) {
    let owned = 0;
    let free = -1;
    for (let cell = 0; cell < 9; cell++) {
      const owner = slots[size * 9 + cell];
      if (owner === seat + 1) owned++;
      else if (owner === 0 && free < 0) free = size * 9 + cell;
    }
    if (owned < 3 && free >= 0) return free;
  }
  return -1;
}

/** Every legal slot for a seat. */
function legal(slots, seat) {
  const found = [];
  for (let size = 0; size < 3; size++) {
    const cells = slots.slice(size * 9, size * 9 + 9);
    if (cells.filter((owner) => owner === seat + 1).length === 3) continue;
    cells.forEach((owner, cell) => owner === 0 && found.push(size * 9 + cell));
  }
  return found;
}

const visible = (slots, cell) => slots[18 + cell] || slots[9 + cell] || slots[cell];

/** Whether the square that a seat has just put into a slot completes a line. */
const wins = (slots, seat, slot) =>
  LINES.some((line) => line.includes(slot % 9) && line.every((cell) => visible(slots, cell) === seat + 1));

/** The seat to place after a seat: one that can't is passed over, and -1 is nobody. */
function next(slots, seat) {
  for (const other of [1 - seat, seat]) if (legal(slots, other).length) return other;
  return -1;
}

const Gigogne = {
  name: 'gigogne',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ slots: Array(27).fill(0), winner: null }),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      next: ({ G, ctx }) => Math.max(next(G.slots, ctx.playOrderPos), 0),
    },
  },
  moves: {
    place: ({ G, playerID }, slot) => {
      const seat = Number(playerID);
      if (!legal(G.slots, seat).includes(slot)) return 'INVALID_MOVE';
      G.slots[slot] = seat + 1;
      if (wins(G.slots, seat, slot)) G.winner = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.winner !== null) return { winner: G.winner };
    return next(G.slots, ctx.playOrderPos) < 0 ? { draw: true } : undefined;
  },
};

module.exports = { Gigogne, firstLegal, legal, next, wins };
