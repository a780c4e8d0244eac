// What the peers' drivers have in common; the same as load.py: first as fast as the server answers, then at a steady
// rate, and the figures as JSON.

const { readFileSync } = require('node:fs');

// Slots over which rooms begin at a steady rate: their games are all alike, and would else end in the same instant.
const STAGGER = 20;

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The processor time of a process so far, all its threads. */
function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'ascii');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

class Crowd {
  constructor(load) {
    this.load = load;
    this.moves = 0;
    this.latencies = [];
    this.isRacing = false; // whether everybody plays as soon as they can
    this.rooms = Array.from({ length: load.rooms }, () => ({ ready: null, isDue: false, sentAt: 0 }));
  }

  /** A player can move: now, or when everybody is seated, or, at a steady rate, at the room's next slot. */
  canMove(room, act) {
    if (this.isRacing || room.isDue) {
      room.isDue = false;
      this.send(room, act);
    } else room.ready = act;
  }

  /** Let whoever can play do so, now or as soon as somebody can. */
  play(room) {
    if (room.ready === null) room.isDue = true;
    else {
      const act = room.ready;
      room.ready = null;
      this.send(room, act);
    }
  }

  send(room, act) {
    room.sentAt = performance.now();
    act();
  }

  /** The other player has received a move. */
  received(room) {
    this.latencies.push(performance.now() - room.sentAt);
  }

  /** At a steady rate each room has a slot every so often, the rooms one after the other. */
  pace(number, start) {
    const due = Math.floor(((performance.now() - start) / 1000) * this.load.moves_per_second);
    for (; number < due; number++) {
      const room = number % this.rooms.length;
      if (Math.floor(number / this.rooms.length) >= room % STAGGER) this.play(this.rooms[room]);
    }
    setTimeout(() => this.pace(number, start), 1);
  }

  async measure() {
    const { load } = this;
    this.isRacing = true;
    this.rooms.forEach((room) => this.play(room));
    await sleep(load.warm_up);
    const [driver, server, before, start] = [ownSeconds(), cpuSeconds(load.pid), this.moves, performance.now()];
    await sleep(load.seconds);
    const took = (performance.now() - start) / 1000;
    const moves = this.moves - before;
    if (moves === 0) throw new Error('nobody moved');
    const figures = {
      moves_per_second: moves / took,
      server_seconds_per_move: (cpuSeconds(load.pid) - server) / moves,
      driver_load: (ownSeconds() - driver) / took,
    };
    if (load.paced_seconds) Object.assign(figures, await this.measureSteadily());
    return figures;
  }

  async measureSteadily() {
    const { load } = this;
    this.isRacing = false;
    this.pace(0, performance.now());
    await sleep((STAGGER * load.rooms) / load.moves_per_second);
    this.latencies.length = 0;
    const [before, start] = [this.moves, performance.now()];
    await sleep(load.paced_seconds);
    const moves = (this.moves - before) / ((performance.now() - start) / 1000);
    const latencies = this.latencies.sort((a, b) => a - b);
    const at = (part) => latencies[Math.floor(latencies.length * part)];
    return { paced_moves_per_second: moves, p50: at(0.5), p99: at(0.99) };
  }
}

/** Run a driver: `sitDown` connects the players of a crowd. */
async function drive(sitDown) {
  const crowd = new Crowd(JSON.parse(process.argv[2]));
  await sitDown(crowd);
  console.log(JSON.stringify(await crowd.measure()));
  process.exit(0);
}

module.exports = { drive };
