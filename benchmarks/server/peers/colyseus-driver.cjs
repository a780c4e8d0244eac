// Players of Colyseus: its own clients, which follow the room by patches of its state or by messages.
const { Client } = require('@colyseus/sdk');
const { drive } = require('./driving.cjs');
const { firstLegal } = require('./gigogne.cjs');

const isPatching = process.argv[3] === 'patch';

async function sit(crowd, number, seat, client, joining) {
  const place = crowd.rooms[number];
  const room = await joining(client);
  const turn = (slots) => {
    const slot = firstLegal(slots, seat);
    if (slot < 0) return false;
    crowd.canMove(place, () => {
      place.mover = seat;
      room.send('place', slot);
    });
    return true;
  };
  const heard = (isOthers) => {
    if (seat === 0) crowd.moves += 1;
    if (isOthers) crowd.received(place);
  };
  if (isPatching) followState(room, seat, turn, heard);
  else followMessages(room, seat, turn, heard);
  return room;
}

function followState(room, seat, turn, heard) {
  let [moves, games] = [0, 0];
  room.onMessage('started', () => {});
  room.onStateChange((state) => {
    if (state.moves > moves) {
      moves = state.moves;
      heard(state.active === seat);
    } else if (state.games > games) {
      games = state.games;
    } else if (moves > 0) return;
    play(room, state.slots, state.active === seat, turn);
  });
}

function followMessages(room, seat, turn, heard) {
  const slots = Array(27).fill(0);
  let active = 0;
  room.onMessage('started', () => {
    slots.fill(0);
    play(room, slots, active === seat, turn);
  });
  room.onMessage('placed', (placed) => {
    slots[placed.slot] = placed.seat + 1;
    active = 1 - placed.seat;
    heard(placed.seat !== seat);
    play(room, slots, active === seat, turn);
  });
}

/** Move if it is one's turn; ask for another game when nobody can. */
function play(room, slots, isMine, turn) {
  if (isMine && turn(slots)) return;
  if (firstLegal(slots, 0) < 0 && firstLegal(slots, 1) < 0) room.send('again');
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
