import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from './s3-client.ts'

/** A copy that nobody has asked for in this time is removed: the longest work on one takes six hours. */
const COPY_MS = 7 * 3_600_000

/** Copies of objects on the disk of this server, for programs that need a path. */
export type LocalCopies = {
  /** The path of a copy that is as new as the object, for seven hours at least; null where there is no object. */
  pathOf: (key: string) => Promise<string | null>
  drop: (key: string) => Promise<void>
}

type Copy = { path: Promise<string>; size: number; changedAt: number; usedAt: number }

/** `workPath`: a fresh path in a folder that is emptied at each start. */
export function openLocalCopies(
  client: S3Client,
  { workPath, now }: { workPath: () => string; now: () => Date },
): LocalCopies {
  const copies = new Map<string, Copy>()

  async function download(key: string): Promise<string> {
    const target = workPath()
    const path = join(dirname(target), 'copies', key)
    const body = await client.get(key)
    if (!body) throw new Error(`the object ${key} went while it was read`)
    try {
      await pipeline(body, createWriteStream(target, { mode: 0o600 }))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(target, path)
      return path
    } finally {
      await rm(target, { force: true })
    }
  }

  async function drop(key: string): Promise<void> {
    const copy = copies.get(key)
    copies.delete(key)
    const path = await copy?.path.catch(() => null)
    if (path) await rm(path, { force: true })
  }

  async function dropOld(): Promise<void> {
    const before = now().getTime() - COPY_MS
    for (const [key, { usedAt }] of copies) if (usedAt < before) await drop(key)
  }

  return {
    drop,
    async pathOf(key) {
      await dropOld()
      const found = await client.head(key)
      if (!found) return null
      const [size, changedAt, usedAt] = [found.size, found.changedAt.getTime(), now().getTime()]
      const known = copies.get(key)
      if (known?.size === size && known.changedAt === changedAt) {
        known.usedAt = usedAt
        return known.path
      }
      const copy = { path: download(key), size, changedAt, usedAt }
      copies.set(key, copy)
      copy.path.catch(() => copies.get(key) === copy && copies.delete(key))
      return copy.path
    },
  }
}
