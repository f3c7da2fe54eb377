/** A cluster of a WebM file: where it begins in the bytes, and when, in milliseconds since the recording began. */
export type Cluster = { offset: number; atMs: number }

/** A part of a recording that plays by itself. */
export type Cut = { bytes: Uint8Array<ArrayBuffer>; beginMs: number; endMs: number }

const CLUSTER = [0x1f, 0x43, 0xb6, 0x75]
const TIMECODE = 0xe7

/**
 * The clusters in bytes of a WebM file, which may begin in the middle of one. A browser that writes a key picture every second
 * begins a cluster with each of them.
 */
export function findClusters(bytes: Uint8Array): Cluster[] {
  const found: Cluster[] = []
  for (let offset = bytes.indexOf(0x1f); offset !== -1; offset = bytes.indexOf(0x1f, offset + 1)) {
    if (!CLUSTER.every((byte, index) => bytes[offset + index] === byte)) continue
    const atMs = timecodeAt(bytes, offset + CLUSTER.length)
    if (atMs !== null) found.push({ offset, atMs })
  }
  return found
}

/**
 * Cuts what was recorded from `fromMs` to `toMs` out of the bytes that followed one another, with whole clusters. `init` is the
 * file before its first cluster, and `lastMs` the time of the last byte. Null: no cluster reaches into that time.
 */
export function cutWebm(
  { init, bytes, lastMs }: { init: Uint8Array; bytes: Uint8Array; lastMs: number },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Cut | null {
  const clusters = findClusters(bytes)
  const begin = clusters.findLast(({ atMs }) => atMs <= fromMs) ?? clusters.find(({ atMs }) => atMs < toMs)
  if (!begin) return null
  const end = clusters.find(({ offset, atMs }) => offset > begin.offset && atMs >= toMs)
  const endMs = end?.atMs ?? Math.max(lastMs, begin.atMs)
  if (endMs <= fromMs) return null
  return { bytes: joinBytes([init, bytes.subarray(begin.offset, end?.offset)]), beginMs: begin.atMs, endMs }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Reads the time of a cluster behind its id and its size. Null: these bytes are none. */
function timecodeAt(bytes: Uint8Array, sizeAt: number): number | null {
  const sizeBytes = Math.clz32(bytes[sizeAt] ?? 0) - 23
  const at = sizeAt + sizeBytes
  const length = (bytes[at + 1] ?? 0) - 0x80
  if (sizeBytes > 8 || bytes[at] !== TIMECODE || length < 1 || length > 8 || at + 2 + length > bytes.length) return null
  return bytes.subarray(at + 2, at + 2 + length).reduce((value, byte) => value * 256 + byte, 0)
}
