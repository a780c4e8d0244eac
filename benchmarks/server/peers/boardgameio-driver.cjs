// Players of boardgame.io: its own clients over its own transport, straight to a WebSocket. When a game is over both go
// on to a new match, which the server makes when the first of them asks for it.
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { drive } = require('./driving.cjs');
const { Gigogne, firstLegal } = require('./gigogne.cjs');

function sit(crowd, room, number, seat) {
  let match = 0;
  let hasEnded = false; // the match that the client still shows is over, and the next has not been synced
  let version = 0;
  let lastTurn = -1; // a client shows its own move at once, and the server's word on it later: it is one turn
  const client = Client({
    game: Gigogne,
    numPlayers: 2,
    matchID: `${number}-0`,
    playerID: String(seat),
    debug: false,
    multiplayer: SocketIO({
      server: `http://127.0.0.1:${crowd.load.port}`,
      socketOpts: { transports: ['websocket'], forceNew: true },
    }),
  });

  const look = ({ G, ctx, _stateID }) => {
    const isOver = ctx.gameover !== undefined;
    if (isOver && hasEnded) return;
    const isNew = hasEnded;
    if (isNew) {
      hasEnded = false;
      version = 0;
      lastTurn = -1;
    }
    if (_stateID > version) {
      if (seat === 0) crowd.moves += _stateID - version;
      if (room.mover !== seat && !isNew) crowd.received(room);
      version = _stateID;
    }
    if (isOver) {
      hasEnded = true;
      match += 1;
      setImmediate(() => client.updateMatchID(`${number}-${match}`));
    } else if (ctx.currentPlayer === String(seat) && ctx.turn !== lastTurn) {
      lastTurn = ctx.turn;
      crowd.canMove(room, () => {
        room.mover = seat;
        client.moves.place(firstLegal(G.slots, seat));
      });
    }
  };

  return new Promise((resolve) => {
    client.subscribe((state) => {
      if (state === null) return;
      resolve();
      look(state);
    });
    client.start();
  });
}

drive(async (crowd) => {
  for (let first = 0; first < crowd.rooms.length; first += 25) {
    const some = crowd.rooms.slice(first, first + 25);
    await Promise.all(some.flatMap((room, i) => [sit(crowd, room, first + i, 0), sit(crowd, room, first + i, 1)]));
  }
});
