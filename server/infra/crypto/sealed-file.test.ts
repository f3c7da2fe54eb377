import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { fileKeyId, isSealedFile, openSealedFile, rewrapFile, sealFile } from './sealed-file.ts'
import { createSealer } from './sealer.ts'

const CHUNK = 64 * 1024
const folder = mkdtempSync(join(tmpdir(), 'vesper-sealed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [source, target] = [join(folder, 'source'), join(folder, 'target')]
const sealer = createSealer([Buffer.alloc(32, 1)])
const about = 'document:1'

const stored = (path: string) => ({
  size: statSync(path).size,
  stream: (range: { start: number; end: number }) => createReadStream(path, range),
})

async function seal(bytes: Buffer): Promise<Buffer> {
  writeFileSync(source, bytes)
  await sealFile(sealer, { source, target, about })
  return readFileSync(target)
}

function opened(bytes: Buffer, given: { about?: string; key?: number } = {}): Promise<Buffer> {
  writeFileSync(target, bytes)
  const by = given.key === undefined ? sealer : createSealer([Buffer.alloc(32, given.key)])
  return buffer(openSealedFile(by, { path: target, about: given.about ?? about }))
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('a file of %i bytes opens as it was', async (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_value, index) => (index * 7919) % 251))
  const sealed = await seal(bytes)
  expect(await isSealedFile(stored(target))).toBe(true)
  expect((await opened(sealed)).equals(bytes)).toBe(true)
})

test.each(['', 'VS', 'a passport of a creator'])('a file with "%s" is not sealed', async (text) => {
  writeFileSync(target, text)
  expect([await isSealedFile(stored(target)), await fileKeyId(stored(target))]).toEqual([false, null])
})

test('nothing of a file shows, and the same one is never sealed alike', async () => {
  const bytes = Buffer.alloc(3 * CHUNK, 'a passport of a creator; ')
  const [one, other] = [await seal(bytes), await seal(bytes)]
  for (let at = 0; at < bytes.length; at += 64) expect(one.includes(bytes.subarray(at, at + 64))).toBe(false)
  expect(one.subarray(200).equals(other.subarray(200))).toBe(false)
})

test('a file that was cut, changed or moved to another row does not open', async () => {
  const sealed = await seal(Buffer.alloc(2 * CHUNK + 10, 'x'))
  const last = 10 + 16
  for (const length of [0, 3, 20, sealed.length - 1, sealed.length - last, sealed.length - last - CHUNK]) {
    await expect(opened(sealed.subarray(0, length))).rejects.toThrow()
  }
  for (const at of [0, 30, sealed.length - 1, sealed.length - last, sealed.length - last - CHUNK]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
    await expect(opened(changed), `byte ${at}`).rejects.toThrow()
  }
  await expect(opened(sealed, { about: 'document:2' })).rejects.toThrow()
  await expect(opened(sealed, { key: 2 })).rejects.toThrow(/key that is not configured/)
  const head = sealed.length - last - 2 * (CHUNK + 16)
  const [first, second] = [head, head + CHUNK + 16].map((at) => sealed.subarray(at, at + CHUNK + 16)) as [
    Buffer,
    Buffer,
  ]
  const swapped = Buffer.concat([sealed.subarray(0, head), second, first, sealed.subarray(-last)])
  await expect(opened(swapped)).rejects.toThrow()
  expect((await opened(sealed)).length).toBe(2 * CHUNK + 10)
})

test('a file whose key is wrapped by another one opens with that, and its chunks stay as they are', async () => {
  const bytes = Buffer.alloc(2 * CHUNK + 5, 'a passport')
  const sealed = await seal(bytes)
  const both = createSealer([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])
  const moved = join(folder, 'moved')
  await rewrapFile(both, { source: target, target: moved, about })
  expect(await fileKeyId(stored(target))).toBe(sealer.keyId)
  expect(await fileKeyId(stored(moved))).toBe(both.keyId)
  expect(readFileSync(moved).subarray(-CHUNK).equals(sealed.subarray(-CHUNK))).toBe(true)
  expect((await opened(readFileSync(moved), { key: 2 })).equals(bytes)).toBe(true)
  await expect(rewrapFile(both, { source: moved, target, about: 'document:2' })).rejects.toThrow()
})
