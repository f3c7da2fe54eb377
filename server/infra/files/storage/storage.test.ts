import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLocalStorage } from './storage.ts'
import type { FileStorage, StoredFile } from './storage.ts'

const id = '0190a1b2-0000-7000-8000-0000000000ab'
let dataDir: string
let storage: FileStorage

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-storage-'))
  storage = await openLocalStorage(dataDir)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function upload(text: string): string {
  const path = join(dataDir, 'upload')
  writeFileSync(path, text)
  return path
}

async function textOf(stored: StoredFile | null, range?: { start: number; end: number }): Promise<string | null> {
  return stored && String(await buffer(stored.stream(range)))
}

test('a stored file is moved from its place, readable in parts, and replaced by the next', async () => {
  const path = upload('hello there')
  await storage.put(id, 'original', path)
  expect(existsSync(path)).toBe(false)
  const stored = await storage.open(id, 'original')
  expect(stored?.size).toBe(11)
  expect(await textOf(stored, { start: 6, end: 10 })).toBe('there')
  expect(await storage.open(id, 'thumbnail')).toBeNull()
  await storage.put(id, 'original', upload('again'))
  expect((await storage.open(id, 'original'))?.size).toBe(5)
  await storage.remove(id)
  expect(await storage.open(id, 'original')).toBeNull()
  await storage.remove(id)
})

test('nothing but a UUID names a file', async () => {
  for (const bad of ['../../etc/passwd', '', id.toUpperCase(), `${id}/..`, `${id}\0`, '..%2f']) {
    await expect(Promise.resolve().then(() => storage.open(bad, 'original'))).rejects.toThrow(TypeError)
    await expect(Promise.resolve().then(() => storage.put(bad, 'original', upload('x')))).rejects.toThrow(TypeError)
    await expect(Promise.resolve().then(() => storage.remove(bad))).rejects.toThrow(TypeError)
  }
})

test('identity documents are apart, and no other user of the machine reads them', async () => {
  await storage.putDocument(id, upload('passport'))
  expect(await storage.open(id, 'original')).toBeNull()
  expect(readdirSync(join(dataDir, 'files'))).toEqual([])
  expect(statSync(join(dataDir, 'documents')).mode & 0o077).toBe(0)
  expect(readFileSync((await storage.documentPath(id)) ?? '', 'utf8')).toBe('passport')
  await storage.removeDocument(id)
  expect(await storage.documentPath(id)).toBeNull()
})

test('a move that never finished leaves nothing in place, and the next start throws its work away', async () => {
  await expect(storage.put(id, 'original', join(dataDir, 'not-there'))).rejects.toThrow('ENOENT')
  expect(await storage.open(id, 'original')).toBeNull()
  writeFileSync(storage.workPath(), 'half a picture')
  await openLocalStorage(dataDir)
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
})

test('old folders are listed by their ids', async () => {
  await storage.put(id, 'original', upload('x'))
  const folder = join(dataDir, 'files', 'ab', id)
  expect(readFileSync(join(folder, 'original'), 'utf8')).toBe('x')
  const found = async (): Promise<string[]> => {
    const ids: string[] = []
    for await (const old of storage.idsBefore(new Date(Date.now() - 1000))) ids.push(old)
    return ids
  }
  expect(await found()).toEqual([])
  utimesSync(folder, 1, 1)
  expect(await found()).toEqual([id])
})
