/** The bytes to answer with: all, a part (`start` to `end`, both included), or none that the file has. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' }

/**
 * Reads a `Range` header (RFC 9110, 14.2) for a file of `size` bytes. A header that is malformed, of another unit, or
 * for several parts is ignored, as the RFC allows: the answer is the whole file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (!match) return { kind: 'whole' }
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') return suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start < size ? { kind: 'part', start, end } : { kind: 'unsatisfiable' }
}

function suffix(length: number, size: number): ByteRange {
  if (length === 0 || size === 0) return { kind: 'unsatisfiable' }
  return { kind: 'part', start: Math.max(0, size - length), end: size - 1 }
}
