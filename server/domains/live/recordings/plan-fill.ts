import type { Hole, Slice } from './entity.ts'

/** A part of the video to be. `from` null: the recording; else the place of a slice in its list. Times are of that source. */
export type Piece = { from: number | null; beginMs: number; endMs: number }

type Span = Pick<Slice, 'beginMs' | 'endMs'>

/** A shorter piece is not worth a seam. */
const LEAST_MS = 100

/**
 * The pieces of the video, in their order: the recording, and in its holes the slices that cover them. Where none does, the
 * recording goes on, in which the picture stands still. A hole at its end is cut off behind its last slice.
 */
export function planFill(durationMs: number, holes: readonly Hole[], slices: readonly Span[]): Piece[] {
  const pieces: Piece[] = []
  let atMs = 0
  for (const hole of holes) {
    for (const cover of coversOf(hole, slices)) {
      const last = pieces.at(-1)
      if (cover.beginMs - atMs >= LEAST_MS) pieces.push({ from: null, beginMs: atMs, endMs: cover.beginMs })
      else if (last) last.endMs += cover.beginMs - atMs
      const shift = slices[cover.from]?.beginMs ?? 0
      pieces.push({ from: cover.from, beginMs: cover.beginMs - shift, endMs: cover.endMs - shift })
      atMs = cover.endMs
    }
  }
  if (durationMs - atMs >= LEAST_MS || pieces.length === 0) {
    pieces.push({ from: null, beginMs: atMs, endMs: Math.max(durationMs, atMs) })
  }
  return pieces
}

/** The times of a hole that slices cover, each by the slice that reaches furthest. */
function coversOf(hole: Hole, slices: readonly Span[]): { from: number; beginMs: number; endMs: number }[] {
  const covers: { from: number; beginMs: number; endMs: number }[] = []
  let atMs = hole.beginMs
  while (atMs < hole.endMs) {
    const next = nextSlice(slices, { atMs, endMs: hole.endMs })
    if (next === null) break
    const { beginMs, endMs } = slices[next] as Span
    const cover = { from: next, beginMs: Math.max(atMs, beginMs), endMs: Math.min(endMs, hole.endMs) }
    if (cover.endMs - cover.beginMs >= LEAST_MS) covers.push(cover)
    atMs = cover.endMs
  }
  return covers
}

/** The slice at `atMs` that reaches furthest; else the next one to begin. Null: there is none before `endMs`. */
function nextSlice(slices: readonly Span[], { atMs, endMs }: { atMs: number; endMs: number }): number | null {
  const later = slices.map((slice, index) => ({ ...slice, index })).filter((slice) => slice.endMs > atMs)
  const [furthest] = later.filter(({ beginMs }) => beginMs <= atMs).toSorted((a, b) => b.endMs - a.endMs)
  const [next] = later.filter(({ beginMs }) => beginMs < endMs).toSorted((a, b) => a.beginMs - b.beginMs)
  return (furthest ?? next)?.index ?? null
}
