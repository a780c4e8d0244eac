// Colyseus: a room checks the rules as all contestants do, on a plain array, and tells both players of a move at once,
// either by a patch of its state (`patch`) or by a message (`message`), which needs no such state. In memory, or, if a
// file is given, with every move committed to SQLite before it is told: the same promise as ours.
const { Room, Server } = require('@colyseus/core');
const { schema, t } = require('@colyseus/schema');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { legal, next, wins } = require('./gigogne.cjs');

const [kind, file] = process.argv.slice(2);
const keep = file ? keepIn(file) : () => {};

/** Commit one event of a room; it is on disk when this returns. */
function keepIn(path) {
  const database = require('better-sqlite3')(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE events (room TEXT, version INTEGER, event TEXT, PRIMARY KEY (room, version)) WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?)');
  return (room, event) => insert.run(room.roomId, room.version++, JSON.stringify(event));
}

const State = schema({ slots: t.array('uint8'), active: t.int8(), moves: t.uint32(), games: t.uint32() }, 'State');

class Gigogne extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null;
    this.isPatching = kind === 'patch';
    this.version = 0;
    this.again = 0;
    this.seats = new Map();
    this.slots = Array(27).fill(0);
    this.active = 0;
    if (this.isPatching) this.setState(new State().assign({ slots: this.slots, active: 0, moves: 0, games: 0 }));
    this.onMessage('place', (client, slot) => this.place(client, slot));
    this.onMessage('again', () => this.playAgain());
  }

  place(client, slot) {
    const seat = this.seats.get(client.sessionId);
    if (seat !== this.active || !legal(this.slots, seat).includes(slot)) {
      client.error(400, 'not allowed');
      return;
    }
    this.slots[slot] = seat + 1;
    this.active = wins(this.slots, seat, slot) ? -1 : next(this.slots, seat);
    keep(this, { type: 'placed', seat, slot });
    if (this.isPatching) {
      this.state.slots[slot] = seat + 1;
      this.state.active = this.active;
      this.state.moves += 1;
      this.broadcastPatch();
    } else this.broadcast('placed', { seat, slot, active: this.active });
  }

  playAgain() {
    this.again += 1;
    if (this.again < 2 || this.active >= 0) return;
    this.again = 0;
    this.slots.fill(0);
    this.active = this.starter = 1 - (this.starter ?? 0);
    keep(this, { type: 'started', active: this.active });
    if (this.isPatching) {
      for (let slot = 0; slot < 27; slot++) this.state.slots[slot] = 0;
      this.state.active = this.active;
      this.state.games += 1;
      this.broadcastPatch();
    } else this.broadcast('started', { active: this.active });
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.clients.length - 1);
    if (this.clients.length < 2) return;
    if (this.isPatching) this.broadcastPatch();
    else this.broadcast('started', { active: this.active });
  }
}

const server = new Server({ transport: new WebSocketTransport({ pingInterval: 0 }), greet: false });
server.define('gigogne', Gigogne);
server.listen(0, '127.0.0.1').then(() => console.log(`ready at :${server.transport.server.address().port}`));
