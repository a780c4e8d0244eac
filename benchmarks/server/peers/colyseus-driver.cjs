// Players of Colyseus: its own clients, which follow the room by patches of its state or by messages.
const { Client } = require('@colyseus/sdk');
const { drive } = require('./driving.cjs');
const { firstLegal } = require('./gigogne.cjs');

const isPatching = process.argv[3] === 'patch';

async function sit(crowd, number, seat, client, joining) {
  const place = crowd.rooms[number];
  const room = await joining(client);
  room.onError((code, message) => {
    throw new Error(`the server said ${code} ${message}`);
  });
  /** Move if it is one's turn; ask for another game when it is nobody's. */
  const look = (slots, active) => {
    if (active < 0) room.send('again');
    else if (active === seat) {
      crowd.canMove(place, () => {
        place.mover = seat;
        room.send('place', firstLegal(slots, seat));
      });
    }
  };
  const heard = (mover) => {
    if (seat === 0) crowd.moves += 1;
    if (mover !== seat) crowd.received(place);
  };
  if (isPatching) followState(room, look, () => heard(place.mover));
  else followMessages(room, look, heard);
  return room;
}

function followState(room, look, heard) {
  let [moves, games] = [0, -1];
  room.onStateChange((state) => {
    if (state.moves > moves) {
      moves = state.moves;
      heard();
    } else if (state.games > games) {
      games = state.games;
    } else return;
    look(state.slots, state.active);
  });
}

function followMessages(room, look, heard) {
  const slots = Array(27).fill(0);
  room.onMessage('started', ({ active }) => {
    slots.fill(0);
    look(slots, active);
  });
  room.onMessage('placed', ({ seat, slot, active }) => {
    slots[slot] = seat + 1;
    heard(seat);
    look(slots, active);
  });
}

drive(async (crowd) => {
  const client = new Client(`ws://127.0.0.1:${crowd.load.port}`);
  const fill = async (number) => {
    const room = await sit(crowd, number, 0, client, (server) => server.create('gigogne'));
    await sit(crowd, number, 1, client, (server) => server.joinById(room.roomId));
  };
  for (let first = 0; first < crowd.rooms.length; first += 25) {
    await Promise.all(crowd.rooms.slice(first, first + 25).map((_, i) => fill(first + i)));
  }
});
