import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Sealer } from './sealer.ts'

//   'VSF1' │ length of the wrapped key, 2 bytes │ wrapped key │ chunk │ chunk │ … │ last chunk
//
// A chunk is 64 KiB of the file, sealed, and its tag. Its nonce is its number and whether it is the last one, so that a file
// that is cut, or whose chunks change their places, does not open. The key is of this file alone: no nonce comes twice.

const MAGIC = Buffer.from('VSF1')
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Bytes that have the mark, the length and the name of the wrapping key. */
const FIRST_BYTES = 64

/** Writes what the file at `source` holds to `target`, encrypted. `about` names its row: a file of another row does not open. */
export async function sealFile(
  sealer: Sealer,
  { source, target, about }: { source: string; target: string; about: string },
) {
  const key = randomBytes(32)
  const head = headOf(sealer.seal(key.toString('base64url'), about))
  async function* sealed(): AsyncGenerator<Buffer> {
    yield head
    let [index, held] = [0, null as Buffer | null]
    for await (const chunk of createReadStream(source, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      if (held) yield sealChunk(key, held, { index: index++, isLast: false })
      held = chunk
    }
    yield sealChunk(key, held ?? Buffer.alloc(0), { index, isLast: true })
  }
  await pipeline(sealed, createWriteStream(target, { mode: 0o600, flush: true }))
}

/** A file of which a part can be read, from `start` to `end`, both included. `size`: bytes. */
type Stored = { size: number; stream: (range: { start: number; end: number }) => AsyncIterable<Buffer> }

/** The name of the key that wraps a sealed file's own; null for a file that is not sealed. Reads its first bytes alone. */
export async function fileKeyId(file: Stored): Promise<string | null> {
  const first = await firstBytes(file)
  if (!first.subarray(0, MAGIC.length).equals(MAGIC)) return null
  return (
    first
      .subarray(MAGIC.length + 2)
      .toString('latin1')
      .split('.')[0] ?? null
  )
}

/**
 * Writes a sealed file to `target` with its key wrapped by the key that seals now; the chunks stay as they are. Throws for a
 * file that does not open. `about` as in `sealFile`.
 */
export async function rewrapFile(
  sealer: Sealer,
  { source, target, about }: { source: string; target: string; about: string },
): Promise<void> {
  const file = await open(source)
  try {
    const head = await readHead(file)
    if (!head) throw new Error('a file is not sealed')
    const wrapped = headOf(sealer.rewrap(head.wrapped, about))
    async function* rewrapped(): AsyncGenerator<Buffer> {
      yield wrapped
      yield* file.createReadStream({ start: head?.length ?? 0, autoClose: false }) as AsyncIterable<Buffer>
    }
    await pipeline(rewrapped(), createWriteStream(target, { mode: 0o600, flush: true }))
  } finally {
    await file.close()
  }
}

/** True for a file that `sealFile` has written. Reads its first bytes alone. */
export async function isSealedFile(file: Stored): Promise<boolean> {
  return (await fileKeyId(file)) !== null
}

async function firstBytes({ size, stream }: Stored): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of stream({ start: 0, end: Math.min(size, FIRST_BYTES) - 1 })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Gives the bytes of a sealed file, chunk by chunk. Throws at a chunk that was changed or is missing, and for a file of another
 * row or a key that is gone. The chunks before it are as they were sealed.
 */
export async function* openSealedFile(
  sealer: Sealer,
  { path, about }: { path: string; about: string },
): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = await readHead(file)
    if (!head) throw new Error('a file is not sealed')
    const key = Buffer.from(sealer.open(head.wrapped, about), 'base64url')
    const step = CHUNK_BYTES + TAG_BYTES
    for (let [at, index] = [head.length, 0]; ; at += step, index += 1) {
      const isLast = at + step >= size
      yield openChunk(key, await readAt(file, at, step), { index, isLast })
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

function headOf(wrapped: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(wrapped.length)
  return Buffer.concat([MAGIC, length, Buffer.from(wrapped)])
}

/** The wrapped key, and where the chunks begin; null for a file that is not sealed. */
async function readHead(file: FileHandle): Promise<{ wrapped: string; length: number } | null> {
  const start = await readAt(file, 0, MAGIC.length + 2)
  if (start.length < MAGIC.length + 2 || !start.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const wrapped = await readAt(file, start.length, start.readUInt16BE(MAGIC.length))
  return { wrapped: wrapped.toString(), length: start.length + wrapped.length }
}

type Place = { index: number; isLast: boolean }

function sealChunk(key: Buffer, bytes: Buffer, place: Place): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(place))
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, bytes: Buffer, place: Place): Buffer {
  if (bytes.length < TAG_BYTES) throw new Error('a sealed file was cut')
  const decipher = createDecipheriv(CIPHER, key, nonceOf(place), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
}

function nonceOf({ index, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 4)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
