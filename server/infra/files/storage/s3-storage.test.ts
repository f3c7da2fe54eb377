import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../app.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { admin } from '../admin.ts'
import { cleanDisk, copyToBucket, verifyBucket } from './copy-to-bucket.ts'
import type { PartStorage } from './partial-uploads.ts'
import { openS3Client } from './s3-client.ts'
import { s3Parts } from './s3-parts.ts'
import { openS3Storage } from './s3-storage.ts'
import { openLocalStorage } from './storage.ts'
import type { FileStorage } from './storage.ts'

const HOUR_MS = 3_600_000
const id = '0190a1b2-0000-7000-8000-0000000000ab'
const other = '0190a1b2-0000-7000-8000-0000000000cd'

let folder: string
let now: Date
let s3: S3StandIn
let storage: FileStorage

const open = (deleteAfterDays: number, dataDir = folder) =>
  openS3Storage(openS3Client(s3.config), { dataDir, deleteAfterDays, now: () => now })
const later = (hours: number) => void (now = new Date(now.getTime() + hours * HOUR_MS))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-s3-storage-'))
  now = new Date()
  s3 = await startS3({ pageSize: 2 })
  storage = await open(0)
})
afterEach(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

function upload(content: string): string {
  const path = join(folder, 'upload')
  writeFileSync(path, content)
  return path
}

async function idsOf(found: AsyncIterable<string>): Promise<string[]> {
  const ids: string[] = []
  for await (const one of found) ids.push(one)
  return ids
}

test('a stored file is taken from its place, readable in parts, replaced by the next, and removed', async () => {
  const path = upload('hello there')
  await storage.put(id, 'original', path)
  expect(existsSync(path)).toBe(false)
  const stored = await storage.open(id, 'original')
  expect(stored?.size).toBe(11)
  expect(stored && (await text(stored.stream({ start: 6, end: 10 })))).toBe('there')
  expect(await storage.open(id, 'thumbnail')).toBeNull()
  await storage.put(id, 'original', upload('again'))
  expect((await storage.open(id, 'original'))?.size).toBe(5)
  await storage.put(id, 'source', upload('raw'))
  await storage.remove(id, 'source')
  expect([...s3.objects.keys()]).toEqual([`files/${id}/original`])
  await storage.remove(id)
  await storage.remove(id)
  expect([...s3.objects.keys()]).toEqual([])
})

test('nothing but a UUID names a file', async () => {
  for (const bad of ['../../etc/passwd', '', id.toUpperCase(), `${id}/..`]) {
    await expect(Promise.resolve().then(() => storage.open(bad, 'original'))).rejects.toThrow(TypeError)
    await expect(Promise.resolve().then(() => storage.remove(bad))).rejects.toThrow(TypeError)
    await expect(Promise.resolve().then(() => storage.documentPath(bad))).rejects.toThrow(TypeError)
  }
  expect(s3.calls).toEqual([])
})

test('a part of a document is read without the rest of it', async () => {
  await storage.putDocument(id, upload('the head, and megabytes behind it'))
  const document = await storage.openDocument(id)
  const head = document?.stream({ start: 0, end: 7 }) ?? expect.fail()
  expect([document?.size, await text(head)]).toEqual([33, 'the head'])
  const reads = s3.calls.filter(({ target }) => target.startsWith('GET'))
  expect(reads.map(({ headers }) => headers.range)).toEqual(['bytes=0-7'])
  expect(await storage.openDocument(other)).toBeNull()
})

describe('a copy on the disk', () => {
  const read = async () => readFileSync((await storage.pathOf(id, 'original')) ?? '', 'utf8')
  const downloads = () => s3.calls.filter(({ target }) => target.startsWith('GET')).length

  test('is downloaded once, and anew after another server has replaced the object', async () => {
    await storage.put(id, 'original', upload('one'))
    expect(await Promise.all([read(), read()])).toEqual(['one', 'one'])
    expect(await read()).toBe('one')
    expect(downloads()).toBeLessThanOrEqual(2)
    const elsewhere = await open(0, mkdtempSync(join(folder, 'other-')))
    await elsewhere.put(id, 'original', upload('three'))
    expect(await read()).toBe('three')
    await elsewhere.remove(id)
    expect(await storage.pathOf(id, 'original')).toBeNull()
  })

  test('stays for seven hours after it was last asked for', async () => {
    await storage.put(id, 'original', upload('one'))
    const path = (await storage.pathOf(id, 'original')) ?? ''
    later(6.9)
    await storage.pathOf(other, 'original')
    expect(existsSync(path)).toBe(true)
    later(0.2)
    await storage.pathOf(other, 'original')
    expect(existsSync(path)).toBe(false)
    expect(await read()).toBe('one')
  })
})

describe('bytes of a removed file', () => {
  const due = (kept: readonly string[] = []) => storage.removeDue((one) => Promise.resolve(kept.includes(one)))

  test('stay for eight days after its first removal, and go then', async () => {
    storage = await open(8)
    await storage.put(id, 'original', upload('one'))
    await storage.remove(id)
    later(24)
    await storage.remove(id)
    later(6.9 * 24)
    expect(await due()).toBe(0)
    expect((await storage.open(id, 'original'))?.size).toBe(3)
    later(0.2 * 24)
    expect(await due()).toBe(1)
    expect([...s3.objects.keys()]).toEqual([])
  })

  test('stay for good where a restored database names the file again', async () => {
    storage = await open(8)
    await storage.put(id, 'original', upload('one'))
    await storage.remove(id)
    later(9 * 24)
    expect(await due([id])).toBe(0)
    expect([...s3.objects.keys()]).toEqual([`files/${id}/original`])
  })

  test('are not listed as stray again', async () => {
    storage = await open(8)
    for (const one of [id, other]) await storage.put(one, 'original', upload('x'))
    const before = new Date(Date.now() + 60_000)
    expect(await idsOf(storage.idsBefore(before))).toEqual([id, other])
    await storage.remove(id)
    expect(await idsOf(storage.idsBefore(before))).toEqual([other])
    expect(await idsOf(storage.idsBefore(new Date(Date.now() - 60_000)))).toEqual([])
  })
})

test('documents lie apart, and go at once', async () => {
  storage = await open(8)
  await storage.putDocument(id, upload('sealed'))
  expect([...s3.objects.keys()]).toEqual([`documents/${id}`])
  expect(readFileSync((await storage.documentPath(id)) ?? '', 'utf8')).toBe('sealed')
  expect(await idsOf(storage.documentIdsBefore(new Date(Date.now() + 60_000)))).toEqual([id])
  expect(await storage.open(id, 'original')).toBeNull()
  await storage.removeDocument(id)
  expect(await storage.documentPath(id)).toBeNull()
  expect(s3.objects.size).toBe(0)
})

describe('an upload in parts', () => {
  const owner = '0190a1b2-0000-7000-8000-000000000001'
  const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * 7 + (n >> 8)) % 251))
  const partsOf = (one: FileStorage): PartStorage => s3Parts(openS3Client(s3.config), one.workPath)

  /** Sends bytes of the upload from what the server has on, as a device does. */
  async function send(parts: PartStorage, offset: number, end: number): Promise<void> {
    const received = await parts.sizeOf(owner, id)
    if (offset > received || end <= received) return
    const path = join(folder, `chunk-${offset}-${end}`)
    writeFileSync(path, bytes.subarray(offset, end))
    await parts.append(owner, id, { path, start: received - offset, offset: received })
  }

  test('goes on at any server, each with other parts, and is whole', async () => {
    const servers = [partsOf(storage), partsOf(await open(0, mkdtempSync(join(folder, 'b-'))))] as const
    for (let n = 0; n < 40; n += 1) await send(servers[n % 2 === 0 ? 0 : 1], n * 1_000, (n + 1) * 1_000)
    expect(await servers[1].sizeOf(owner, id)).toBe(40_000)
    const path = await servers[0].pathOf(owner, id)
    const sha = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect(sha(readFileSync(path))).toBe(sha(bytes))
    expect(await servers[1].listOf(owner)).toEqual([{ fileId: id, size: 40_000 }])
    await servers[1].remove(owner, id)
    expect(s3.objects.size).toBe(0)
  })

  test('is whole where two servers took parts of different lengths at once', async () => {
    const [a, b] = [partsOf(storage), partsOf(await open(0, mkdtempSync(join(folder, 'b-'))))]
    await Promise.all([send(a, 0, 10_000), send(b, 0, 4_000)])
    for (let end = 4_000; end <= 40_000; end += 4_000) await send(end % 8_000 ? a : b, end - 4_000, end)
    await send(a, await a.sizeOf(owner, id), 40_000)
    expect(readFileSync(await a.pathOf(owner, id)).equals(bytes)).toBe(true)
  })

  test('has a part once where two servers took it one after the other', async () => {
    const path = join(folder, 'chunk')
    writeFileSync(path, bytes.subarray(0, 4_000))
    const [a, b] = [partsOf(storage), partsOf(await open(0, mkdtempSync(join(folder, 'b-'))))]
    // Both have looked before either stored it.
    for (const parts of [a, b]) await parts.append(owner, id, { path, start: 0, offset: 0 })
    expect(await b.sizeOf(owner, id)).toBe(4_000)
  })

  test('leaves nothing on the disk once it is removed, or joined again', async () => {
    const parts = partsOf(storage)
    await send(parts, 0, 1_000)
    const first = await parts.pathOf(owner, id)
    const second = await parts.pathOf(owner, id)
    expect([existsSync(first), existsSync(second)]).toEqual([false, true])
    await parts.remove(owner, id)
    expect(existsSync(second)).toBe(false)
  })

  test('may begin with a hundred small parts, then goes on with parts of 64 KiB and a last one', async () => {
    const parts = partsOf(storage)
    const append = async (size: number) => {
      const path = join(folder, 'chunk')
      writeFileSync(path, Buffer.alloc(size, 1))
      return parts.append(owner, id, { path, start: 0, offset: await parts.sizeOf(owner, id) })
    }
    for (let n = 0; n < 99; n += 1) {
      const key = `parts/${owner}/${id}/${String(n * 8).padStart(12, '0')}`
      s3.objects.set(key, { bytes: Buffer.alloc(8, 1), changedAt: now })
    }
    await append(8)
    for (const size of [8, 65_535]) {
      await expect(append(size)).rejects.toThrow('Send larger parts: at least 64 KB each but the last.')
    }
    for (const size of [65_536, 65_536, 3]) await append(size)
    expect(await parts.sizeOf(owner, id)).toBe(800 + 2 * 65_536 + 3)
  })

  test('is removed when nobody has gone on with it', async () => {
    const parts = partsOf(storage)
    await send(parts, 0, 1_000)
    expect(await parts.removeBefore(new Date(Date.now() - 60_000))).toBe(0)
    expect(await parts.removeBefore(new Date(Date.now() + 60_000))).toBe(1)
    expect(await parts.sizeOf(owner, id)).toBe(0)
  })
})

describe('files of the disk', () => {
  beforeEach(async () => {
    const disk = await openLocalStorage(folder)
    await disk.put(id, 'original', upload('one'))
    await disk.put(id, 'thumbnail', upload('small'))
    await disk.put(other, 'original', upload('two'))
    await disk.putDocument(id, upload('sealed'))
    storage = await open(0)
  })

  test('are read from there until they are moved, which goes on where it broke off', async () => {
    const read = async () => {
      const stored = await storage.open(id, 'original')
      return stored && text(stored.stream())
    }
    expect(await read()).toBe('one')
    expect(readFileSync((await storage.documentPath(id)) ?? '', 'utf8')).toBe('sealed')
    const client = openS3Client(s3.config)
    await client.put(`files/${other}/original`, upload('cut'))
    await client.put(`files/${id}/thumbnail`, upload('sma'))
    expect(await copyToBucket(client, folder)).toEqual({ copied: 3, there: 1 })
    expect(await copyToBucket(client, folder)).toEqual({ copied: 0, there: 4 })
    expect(await read()).toBe('one')
    // It has the same length, and other bytes.
    expect(await verifyBucket(client, folder)).toEqual({
      ...{ same: 3, documents: 1, missing: [], different: [`files/${other}/original`] },
    })
    s3.objects.delete(`documents/${id}`)
    expect((await verifyBucket(client, folder)).missing).toEqual([`documents/${id}`])
  })

  test('are listed once with those of the bucket, so that a document without a row goes from both', async () => {
    const client = openS3Client(s3.config)
    const before = new Date(Date.now() + 60_000)
    expect(await idsOf(storage.documentIdsBefore(before))).toEqual([id])
    await copyToBucket(client, folder)
    await storage.putDocument(other, upload('sealed too'))
    expect(await idsOf(storage.documentIdsBefore(before))).toEqual([id, other])
    expect(await idsOf(storage.documentIdsBefore(new Date(Date.now() - 60_000)))).toEqual([])
  })

  test('are cleaned away where the bucket has the same', async () => {
    const client = openS3Client(s3.config)
    await copyToBucket(client, folder)
    await client.put(`files/${other}/original`, upload('cut'))
    const different = [`files/${other}/original`]
    expect(await cleanDisk(client, folder)).toEqual({ same: 3, documents: 1, missing: [], different })
    const disk = await openLocalStorage(folder)
    expect([await disk.documentPath(id), await disk.open(id, 'original')]).toEqual([null, null])
    expect((await disk.open(other, 'original'))?.size).toBe(3)
    expect(readFileSync((await storage.documentPath(id)) ?? '', 'utf8')).toBe('sealed')
    expect(await cleanDisk(client, folder)).toMatchObject({ same: 0, different })
  })

  test('are told of and removed by the command', async () => {
    const lines: string[] = []
    const app = { config: { s3: s3.config, dataDir: folder } } as App
    const run = (action: string) =>
      admin['storage']?.run({ app, args: [action], print: (line) => void lines.push(line) })
    await run('copy')
    await run('verify')
    expect(lines.at(-1)).toBe('1 identity documents are still on this disk. Remove them: storage clean')
    await run('clean')
    expect(lines.at(-1)).toBe('4 removed from this disk, 1 of them identity documents')
    await run('verify')
    expect(lines.at(-1)).toBe('0 are the same, 0 missing, 0 different')
  })

  test('leave the disk once something newer is put, which no copy replaces', async () => {
    await storage.put(id, 'thumbnail', upload('smaller'))
    await storage.putDocument(id, upload('sealed with a new key'))
    expect(await copyToBucket(openS3Client(s3.config), folder)).toEqual({ copied: 2, there: 0 })
    expect(readFileSync((await storage.documentPath(id)) ?? '', 'utf8')).toBe('sealed with a new key')
    expect((await storage.open(id, 'thumbnail'))?.size).toBe(7)
  })

  test('go from the disk too', async () => {
    await storage.remove(id)
    await storage.removeDocument(id)
    expect([await storage.open(id, 'original'), await storage.documentPath(id)]).toEqual([null, null])
  })
})
