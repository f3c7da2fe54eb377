import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkedId } from './storage.ts'

/**
 * Uploads that have come in part, each of one account, outliving a restart. Ids are UUIDs in lower case, anything else
 * is a bug and throws: no path ever comes from outside. A crash may cut an append short, so that the size is read again
 * each time.
 */
export type PartStorage = {
  /** Where all bytes that are there lie, for who keeps them. */
  pathOf: (ownerId: string, fileId: string) => Promise<string>
  /** Bytes that are there; 0 when nothing is. */
  sizeOf: (ownerId: string, fileId: string) => Promise<number>
  /** The uploads of an account that are under way, what was gone on with last at the end. */
  listOf: (ownerId: string) => Promise<{ fileId: string; size: number }[]>
  /** Appends what the file at `path` has from byte `start` on. `offset`: the bytes that were there when the caller looked. */
  append: (ownerId: string, fileId: string, from: { path: string; start: number; offset: number }) => Promise<void>
  remove: (ownerId: string, fileId: string) => Promise<void>
  /** Removes what nothing was appended to since `before`. */
  removeBefore: (before: Date) => Promise<number>
}

export async function openPartialUploads(dataDir: string): Promise<PartStorage> {
  const root = join(dataDir, 'parts')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const folderOf = (ownerId: string): string => join(root, checkedId(ownerId))
  const pathOf = (ownerId: string, fileId: string): string => join(folderOf(ownerId), checkedId(fileId))
  return {
    pathOf: async (ownerId, fileId) => pathOf(ownerId, fileId),
    sizeOf: async (ownerId, fileId) => (await look(pathOf(ownerId, fileId)))?.size ?? 0,
    async listOf(ownerId) {
      const folder = folderOf(ownerId)
      const found = await Promise.all(
        (await list(folder)).map(async (fileId) => ({ fileId, ...(await look(join(folder, fileId))) })),
      )
      return found
        .flatMap(({ fileId, size, mtime }) => (size === undefined || !mtime ? [] : { fileId, size, mtime }))
        .toSorted((a, b) => a.mtime.getTime() - b.mtime.getTime())
    },
    async append(ownerId, fileId, { path, start }) {
      await mkdir(folderOf(ownerId), { recursive: true, mode: 0o700 })
      const target = createWriteStream(pathOf(ownerId, fileId), { flags: 'a', mode: 0o600 })
      await pipeline(createReadStream(path, { start }), target)
    },
    remove: (ownerId, fileId) => rm(pathOf(ownerId, fileId), { force: true }),
    async removeBefore(before) {
      let removed = 0
      for (const owner of await list(root)) {
        for (const name of await list(join(root, owner))) {
          const entry = await look(join(root, owner, name))
          if (!entry || entry.mtime >= before) continue
          await rm(join(root, owner, name), { force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}

async function look(path: string): Promise<{ size: number; mtime: Date } | null> {
  const found = await stat(path).catch(() => null)
  return found && { size: found.size, mtime: found.mtime }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
