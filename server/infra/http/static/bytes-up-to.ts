import type { Readable } from 'node:stream'

/** Reads a stream to its end. Null for one of more than `max` bytes, which is not read on. */
export async function bytesUpTo(stream: Readable, max: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > max) return null
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}
