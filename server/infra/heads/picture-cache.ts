import { rename, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from '../files/storage/storage.ts'

/** Some 2,500 pictures. */
const BYTES_MAX = 256 * 1024 ** 2
/** Beyond the maximum, the longest unused go until so much is left. */
const LEFT = 0.9

/** `allow` refuses a caller who has had too many made; `make` writes the picture to the path that it is given. */
type Making = { allow: () => Promise<void>; make: (target: string) => Promise<unknown> }

export type PictureCache = {
  /** Where the picture made of a file lies. It is made once, however many wait for it. */
  get: (fileId: string, making: Making) => Promise<string>
  sized: (path: string) => Promise<{ size: number }>
}

type Places = Pick<FileStorage, 'sharedPath' | 'workPath'>

/** The shared pictures on the disk, of bounded size. A file that is removed takes its picture along. */
export function openPictureCache(storage: Places, bytesMax = BYTES_MAX): PictureCache {
  const underWay = new Map<string, Promise<string>>()
  /** Bytes of all pictures; null until they were counted once. */
  let bytes: number | null = null

  async function made(path: string, { allow, make }: Making): Promise<string> {
    if (await isUsed(path)) return path
    await allow()
    const target = storage.workPath()
    try {
      await make(target)
      await rename(target, path)
    } finally {
      await rm(target, { force: true })
    }
    bytes = bytes === null ? await total(dirname(path)) : bytes + (await stat(path)).size
    if (bytes > bytesMax) bytes = await shrink(dirname(path), bytesMax * LEFT)
    return path
  }

  return {
    async get(fileId, making) {
      const path = storage.sharedPath(fileId)
      const running = underWay.get(path) ?? made(path, making).finally(() => underWay.delete(path))
      underWay.set(path, running)
      return running
    },
    sized: async (path) => ({ size: (await stat(path)).size }),
  }
}

/** Tells if the picture is there, and notes that it was used. */
async function isUsed(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

type Kept = { path: string; size: number; usedAt: number }

async function keptIn(folder: string): Promise<Kept[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      const known = await stat(path).catch(() => null)
      return known ? [{ path, size: known.size, usedAt: known.mtimeMs }] : []
    }),
  )
  return found.flat()
}

async function total(folder: string): Promise<number> {
  return (await keptIn(folder)).reduce((sum, { size }) => sum + size, 0)
}

/** Removes the longest unused until at most `most` bytes are left; gives those that are. */
async function shrink(folder: string, most: number): Promise<number> {
  const kept = (await keptIn(folder)).toSorted((one, other) => one.usedAt - other.usedAt)
  let bytes = kept.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of kept) {
    if (bytes <= most) break
    await rm(path, { force: true })
    bytes -= size
  }
  return bytes
}
