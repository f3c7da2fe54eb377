import { expect, test } from 'vitest'
import { requireKeptMovement } from './require-kept-movement.ts'

const sequence = brands('avis', 'avif', 'msf1', 'miaf')

test.each([
  ['of three frames', [...sequence, ...movie(3)]],
  ['that calls itself a sequence after another brand', [...brands('avif', 'avis'), ...movie(2)]],
  ['whose second track has the frames', [...sequence, ...box('moov', [...track(1), ...track(9)])]],
  ['whose index is behind its first bytes', [...sequence, ...box('meta', word(0))]],
  ['whose index is cut off', [...sequence, ...movie(3)].slice(0, 60)],
])('refuses an AVIF %s', (_, bytes) => {
  expect(() => requireKeptMovement(Uint8Array.from(bytes))).toThrow(/AVIF .* movement/)
})

test.each([
  ['an AVIF of one frame in the form of a sequence', [...sequence, ...movie(1)]],
  ['an AVIF that is no sequence', [...brands('avif', 'mif1', 'miaf'), ...movie(3)]],
  ['an index that is damaged', [...sequence, ...box('moov', [0, 0, 0, 99, ...Buffer.from('trak')])]],
  ['a video', [...brands('isom'), ...movie(3)]],
  ['three bytes', [0, 0, 0]],
  ['nothing', []],
])('takes %s', (_, bytes) => {
  expect(() => requireKeptMovement(Uint8Array.from(bytes))).not.toThrow()
})

test('reads no further than the bytes go', () => {
  const whole = [...sequence, ...movie(1)]
  for (let length = 0; length < whole.length; length += 1) {
    try {
      requireKeptMovement(Uint8Array.from(whole.slice(0, length)))
    } catch (error) {
      expect(error).toMatchObject({ kind: 'unsupported' })
    }
  }
})

function box(type: string, content: readonly number[]): number[] {
  return [...word(content.length + 8), ...Buffer.from(type), ...content]
}

function word(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
}

/** A version stands behind the first of the brands. */
function brands(main: string, ...others: string[]): number[] {
  return box('ftyp', [...Buffer.from(main), ...word(0), ...Buffer.from(others.join(''))])
}

/** The index of a film of so many frames. */
function movie(frames: number): number[] {
  return box('moov', track(frames))
}

function track(frames: number): number[] {
  const sizes = box('stsz', [...word(0), ...word(0), ...word(frames)])
  return box('trak', box('mdia', box('minf', box('stbl', sizes))))
}
