import type { RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import type { Chunk, Run } from './slice-store.ts'

type Hole = RecordingState['holes'][number]
type Span = { fromMs: number; toMs: number }

/** The server tells of a hole after its first second. */
const YOUNG_MS = 10_000
/** A part begins with a key picture, and clocks differ a little. */
const EDGE_MS = 3_000

/** Tells if a chunk of a run may be wanted: it is young, its time is not known yet, or a hole is near it. */
export function isWanted(
  chunk: Span,
  { beginMs, atMs, holes }: { beginMs: number | null; atMs: number; holes: readonly Hole[] },
): boolean {
  if (beginMs === null || beginMs + chunk.toMs > atMs - YOUNG_MS) return true
  return holes.some((hole) => touches(chunk, beginMs, hole))
}

/** The chunks of one run near a hole, as rows that follow one another without a gap. */
export function rowsNear(chunks: readonly Chunk[], { beginMs }: { beginMs: number }, hole: Hole): Chunk[][] {
  const rows: Chunk[][] = []
  for (const chunk of chunks.filter((one) => touches(one, beginMs, hole)).toSorted((a, b) => a.index - b.index)) {
    const row = rows.at(-1)
    if (row && row.at(-1)?.index === chunk.index - 1) row.push(chunk)
    else rows.push([chunk])
  }
  return rows
}

/** The runs whose time by the server's clock is known. */
export function timedRuns(runs: readonly Run[]): (Run & { beginMs: number; init: Uint8Array })[] {
  return runs.flatMap(({ beginMs, init, ...run }) => (beginMs === null || !init ? [] : [{ ...run, beginMs, init }]))
}

function touches({ fromMs, toMs }: Span, beginMs: number, hole: Hole): boolean {
  const end = hole.endMs ?? Infinity
  return beginMs + toMs > hole.beginMs - EDGE_MS && beginMs + fromMs < end + EDGE_MS
}
