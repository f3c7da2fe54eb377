import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { PictureSize } from '../sizes/picture-sizes.ts'

/** The stored forms of a file. `source` is an upload that waits to be processed; it is never delivered. */
export const renditions = [
  ...(['original', 'thumbnail', 'poster', '360p', '720p'] as const),
  ...(['avatar', 'cover', 'product', 'source'] as const),
] as const
export type Rendition = (typeof renditions)[number] | PictureSize

/** A stored rendition. `stream` reads the bytes from `start` to `end`, both included, by default all. */
export type StoredFile = {
  /** Bytes. */
  size: number
  stream: (range?: { start: number; end: number }) => Readable
  /** Where the proxy in front may fetch the bytes itself, for a few minutes; only of a bucket. */
  redirect?: () => Promise<string>
}

/**
 * Where the bytes of files are. Ids are UUIDs, anything else is a bug and throws: no path ever comes from outside.
 * `put` and `putDocument` take the file at `path` away, and what they stored is on the disk when they resolve; putting
 * again replaces. Opening what is not there gives null, removing it does nothing.
 */
export type FileStorage = {
  put: (fileId: string, rendition: Rendition, path: string) => Promise<void>
  open: (fileId: string, rendition: Rendition) => Promise<StoredFile | null>
  /** Where the bytes can be read by another program, for seven hours at least; null when they are not there. */
  pathOf: (fileId: string, rendition: Rendition) => Promise<string | null>
  /** Where the picture lies that links to the file are shown with, if one was made of it: see `heads/picture-cache.ts`. */
  sharedPath: (fileId: string) => string
  /** Removes one rendition, or all there is of the file. */
  remove: (fileId: string, rendition?: Rendition) => Promise<void>
  /** Identity documents: apart from the files, and nothing that delivers files reaches them. */
  putDocument: (documentId: string, path: string) => Promise<void>
  /** Where a document lies, as it was put; null when it is not there. */
  documentPath: (documentId: string) => Promise<string | null>
  /** A document as it was put, to read a part of it; null when it is not there. */
  openDocument: (documentId: string) => Promise<StoredFile | null>
  removeDocument: (documentId: string) => Promise<void>
  /** The same of documents as `idsBefore` of files. */
  documentIdsBefore: (before: Date) => AsyncIterable<string>
  /** A fresh path for work in progress, on the volume of the storage. */
  workPath: () => string
  /** The ids of stored files whose folder was last changed before `before`. */
  idsBefore: (before: Date) => AsyncIterable<string>
  /**
   * Removes the bytes of files whose removal was put off, once its time has come, but of those that `isKept` names: a database
   * that was restored may have their rows again. Gives how many files went.
   */
  removeDue: (isKept: (fileId: string) => Promise<boolean>) => Promise<number>
}

/** The folder of work in progress of one process. */
export type WorkFolder = 'work' | 'worker-work' | 'admin-work'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The storage on the local disk, under `<dataDir>/files`, `documents`, `shared` and the folder of this process's work. Work of an
 * earlier run is thrown away.
 */
export async function openLocalStorage(dataDir: string, workFolder: WorkFolder = 'work'): Promise<FileStorage> {
  const work = join(dataDir, workFolder)
  await rm(work, { recursive: true, force: true })
  for (const folder of ['files', 'documents', 'shared', workFolder])
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  const renditionPath = (id: string, rendition: Rendition): string => join(folderOf(dataDir, 'files', id), rendition)
  const documentPath = (id: string): string => join(folderOf(dataDir, 'documents', id), 'document')
  const sharedPath = (id: string): string => join(dataDir, 'shared', `${checkedId(id)}.jpg`)
  const workPath = (): string => join(work, randomUUID())
  return {
    put: (id, rendition, path) => moveDurably(path, renditionPath(id, rendition), workPath()),
    open: (id, rendition) => openStored(renditionPath(id, rendition)),
    pathOf: async (id, rendition) => {
      const path = renditionPath(id, rendition)
      return (await sizeOf(path)) === null ? null : path
    },
    sharedPath,
    async remove(id, rendition) {
      const path = rendition === undefined ? folderOf(dataDir, 'files', id) : renditionPath(id, rendition)
      await rm(path, { recursive: true, force: true })
      if (rendition === undefined) await rm(sharedPath(id), { force: true })
    },
    putDocument: (id, path) => moveDurably(path, documentPath(id), workPath()),
    documentPath: async (id) => ((await sizeOf(documentPath(id))) === null ? null : documentPath(id)),
    openDocument: (id) => openStored(documentPath(id)),
    removeDocument: (id) => rm(folderOf(dataDir, 'documents', id), { recursive: true, force: true }),
    documentIdsBefore: (before) => idsBefore(join(dataDir, 'documents'), before),
    workPath,
    idsBefore: (before) => idsBefore(join(dataDir, 'files'), before),
    // The disk removes at once.
    removeDue: () => Promise.resolve(0),
  }
}

// The last two digits are spread evenly; the first of a UUID v7 are its time, and the same for weeks.
function folderOf(dataDir: string, area: 'files' | 'documents', id: string): string {
  return join(dataDir, area, checkedId(id).slice(-2), id)
}

/** An id that a path may be made of. Throws for any other, which is a bug. */
export function checkedId(id: string): string {
  if (!UUID.test(id)) throw new TypeError('The id of a stored file is a UUID in lower case.')
  return id
}

/** Moves a file so that after a crash there is either all of it or nothing at `target`. */
async function moveDurably(source: string, target: string, staging: string): Promise<void> {
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await rename(source, staging)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(source, staging)
    await rm(source)
  }
  await flush(staging)
  await rename(staging, target)
  for (const made of [folder, dirname(folder)]) await flush(made)
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openStored(path: string): Promise<StoredFile | null> {
  const size = await sizeOf(path)
  return size === null ? null : { size, stream: (range) => createReadStream(path, range) }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function* idsBefore(root: string, before: Date): AsyncIterable<string> {
  for await (const shard of await opendir(root)) {
    if (!shard.isDirectory()) continue
    for await (const entry of await opendir(join(root, shard.name))) {
      const changed = await stat(join(root, shard.name, entry.name)).catch(() => null)
      if (changed !== null && changed.mtime < before && UUID.test(entry.name)) yield entry.name
    }
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
