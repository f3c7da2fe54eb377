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

/** Writes what the file at `source` holds to `target`, encrypted. `about` names its row: a file of another row does not open. */
export async function sealFile(
  sealer: Sealer,
  { source, target, about }: { source: string; target: string; about: string },
) {
  const key = randomBytes(32)
  const wrapped = Buffer.from(sealer.seal(key.toString('base64url'), about))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(wrapped.length)
  async function* sealed(): AsyncGenerator<Buffer> {
    yield Buffer.concat([MAGIC, length, wrapped])
    let [index, held] = [0, null as Buffer | null]
    for await (const chunk of createReadStream(source, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      if (held) yield sealChunk(key, held, { index: index++, isLast: false })
      held = chunk
    }
    yield sealChunk(key, held ?? Buffer.alloc(0), { index, isLast: true })
  }
  await pipeline(sealed, createWriteStream(target, { mode: 0o600, flush: true }))
}

/** True for a file that `sealFile` has written. */
export async function isSealedFile(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    return (await readAt(file, 0, MAGIC.length)).equals(MAGIC)
  } finally {
    await file.close()
  }
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
    const head = await readAt(file, 0, MAGIC.length + 2)
    if (head.length < MAGIC.length + 2 || !head.subarray(0, MAGIC.length).equals(MAGIC))
      throw new Error('a file is not sealed')
    const wrappedLength = head.readUInt16BE(MAGIC.length)
    const wrapped = await readAt(file, head.length, wrappedLength)
    const key = Buffer.from(sealer.open(wrapped.toString(), about), 'base64url')
    const step = CHUNK_BYTES + TAG_BYTES
    for (let [at, index] = [head.length + wrappedLength, 0]; ; at += step, index += 1) {
      const isLast = at + step >= size
      yield openChunk(key, await readAt(file, at, step), { index, isLast })
      if (isLast) return
    }
  } finally {
    await file.close()
  }
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
