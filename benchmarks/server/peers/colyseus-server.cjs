// Colyseus, in memory, without rules: a room believes every move, and tells both players of it at once, either by a
// patch of its state (`patch`) or by a message (`message`).
const { Room, Server } = require('@colyseus/core');
const { schema, t } = require('@colyseus/schema');
const { WebSocketTransport } = require('@colyseus/ws-transport');

const State = schema({ slots: t.array('uint8'), active: t.uint8(), moves: t.uint32(), games: t.uint32() }, 'State');

class Gigogne extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null;
    this.isPatching = process.argv[2] === 'patch';
    this.again = 0;
    this.seats = new Map();
    this.setState(new State().assign({ slots: Array(27).fill(0), active: 0, moves: 0, games: 0 }));
    this.onMessage('place', (client, slot) => {
      const seat = this.seats.get(client.sessionId);
      this.state.slots[slot] = seat + 1;
      this.state.active = 1 - seat;
      this.state.moves += 1;
      if (this.isPatching) this.broadcastPatch();
      else this.broadcast('placed', { seat, slot });
    });
    this.onMessage('again', () => {
      this.again += 1;
      if (this.again < 2) return;
      this.again = 0;
      for (let slot = 0; slot < 27; slot++) this.state.slots[slot] = 0;
      this.state.games += 1;
      if (this.isPatching) this.broadcastPatch();
      else this.broadcast('started', {});
    });
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.clients.length - 1);
    if (this.clients.length < 2) return;
    this.broadcastPatch();
    this.broadcast('started', {});
  }
}

const server = new Server({ transport: new WebSocketTransport({ pingInterval: 0 }), greet: false });
server.define('gigogne', Gigogne);
server.listen(0, '127.0.0.1').then(() => console.log(`ready at :${server.transport.server.address().port}`));
