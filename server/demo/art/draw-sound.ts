import { setImmediate } from 'node:timers/promises'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'

const RATE = 22_050
/** Semitones of a pentatonic scale over two octaves. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24] as const
const HEADER_BYTES = 44

/** A plucked string: its first sample, pitch in Hz and strength from 0 to 1. */
type Note = { at: number; pitch: number; strength: number }

/**
 * A piece for plucked strings (Karplus–Strong) in a small room, as a WAV of one channel; the same seed is the same piece.
 * Requests are answered between its notes.
 */
export async function drawSound(seed: string, seconds: number): Promise<Buffer> {
  const samples = new Float32Array(Math.round(seconds * RATE))
  for (const note of compose(randomOf(seed), seconds)) {
    pluck(samples, note, randomOf(`${seed} ${note.at} ${note.pitch}`))
    await setImmediate()
  }
  addRoom(samples)
  return toWave(samples, fadeOf(seconds))
}

/** A bass, a walking voice and one above it, which often rests. */
function compose(random: Random, seconds: number): Note[] {
  const beat = 60 / random.in(66, 104)
  const root = 110 * 2 ** (random.whole(-3, 5) / 12)
  const pitchOf = (step: number) => root * 2 ** ((SCALE[Math.max(0, Math.min(SCALE.length - 1, step))] ?? 0) / 12)
  const notes: Note[] = []
  const add = (time: number, pitch: number, strength: number) =>
    notes.push({ at: Math.round((time + random.in(0, 0.015)) * RATE), pitch, strength })
  let [walk, above] = [random.whole(3, 5), random.whole(6, 8)]
  for (let n = 0, time = 0.1; time < seconds - 1.2; n += 1, time += beat / 2) {
    if (n % 8 === 0) add(time, pitchOf(random.pick([0, 0, 3, 4])) / 2, 0.85)
    if (n % 2 === 0 || random.chance(0.35)) add(time, pitchOf((walk = near(random, walk, [2, 7]))), random.in(0.4, 0.7))
    if (n % 4 === 3 && random.chance(0.6))
      add(time, pitchOf((above = near(random, above, [5, 10]))), random.in(0.25, 0.5))
  }
  return notes
}

function near(random: Random, step: number, [least, most]: readonly [number, number]): number {
  return Math.max(least, Math.min(most, step + random.pick([-2, -1, -1, 1, 1, 2])))
}

function pluck(samples: Float32Array, { at, pitch, strength }: Note, random: Random): void {
  const string = Float32Array.from({ length: Math.max(2, Math.round(RATE / pitch)) }, () => random.in(-1, 1))
  const end = Math.min(samples.length, at + RATE * 3)
  for (let n = at, place = 0; n < end; n += 1, place = (place + 1) % string.length) {
    const sample = string[place] ?? 0
    samples[n] = (samples[n] ?? 0) + sample * strength * 0.3
    string[place] = (sample + (string[(place + 1) % string.length] ?? 0)) * 0.498
  }
}

/** Two echoes, from a near wall and from a far one. */
function addRoom(samples: Float32Array): void {
  for (const [seconds, share] of [
    [0.031, 0.28],
    [0.149, 0.2],
  ] as const) {
    const delay = Math.round(seconds * RATE)
    for (let n = delay; n < samples.length; n += 1) samples[n] = (samples[n] ?? 0) + (samples[n - delay] ?? 0) * share
  }
}

function fadeOf(seconds: number): (n: number) => number {
  return (n) => Math.min(1, (seconds - n / RATE) / 0.8)
}

function toWave(samples: Float32Array, gain: (n: number) => number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  // 16 bytes of format: PCM, one channel, and 16 bits a sample.
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [n, sample] of samples.entries()) {
    const value = Math.max(-1, Math.min(1, sample * gain(n)))
    bytes.writeInt16LE(Math.round(value * 32_000), HEADER_BYTES + n * 2)
  }
  return bytes
}
