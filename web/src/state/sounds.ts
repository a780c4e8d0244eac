/** A few small sounds, synthesised here; off by default. */

type Sound = "move" | "turn" | "refused" | "won";

const NOTES: Record<Sound, readonly [frequency: number, at: number, length: number][]> = {
  move: [[330, 0, 0.07]],
  // After the sound of the move that it follows.
  turn: [
    [523, 0.1, 0.09],
    [659, 0.19, 0.14],
  ],
  refused: [[165, 0, 0.16]],
  won: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.3],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  context ??= new AudioContext();
  for (const [frequency, at, length] of NOTES[sound]) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
