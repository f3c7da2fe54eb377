import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PartStorage } from './partial-uploads.ts'
import type { S3Client, S3Object } from './s3-client.ts'
import { checkedId } from './storage.ts'

/** Each part of an upload lists those before it. So many may have fewer bytes than these, and then the last alone. */
const SMALL_PARTS_MAX = 100
const PART_LEAST_BYTES = 64 * 1024

type Part = { offset: number; size: number; changedAt: Date }

/**
 * Uploads that have come in part, in the bucket of the files: any server takes any part. Each part is an object
 * `parts/<owner>/<file>/<offset>`. Two servers that take parts of one upload at once may store bytes twice, which are the same.
 * Refuses as `invalid` an upload in a great many small parts.
 */
export function s3Parts(client: S3Client, workPath: () => string): PartStorage {
  const prefixOf = (ownerId: string, fileId: string): string => `parts/${checkedId(ownerId)}/${checkedId(fileId)}/`

  /** The parts of an upload in their order, and how many objects it has that are small. */
  async function look(ownerId: string, fileId: string): Promise<{ parts: Part[]; small: number }> {
    const found: Part[] = []
    for await (const object of client.list(prefixOf(ownerId, fileId))) found.push(partOf(object))
    return { parts: inOrder(found), small: found.filter(({ size }) => size < PART_LEAST_BYTES).length }
  }

  /** Joined uploads on the disk of this server, by their prefix. */
  const joined = new Map<string, string>()

  async function dropJoined(prefix: string): Promise<void> {
    const path = joined.get(prefix)
    joined.delete(prefix)
    if (path !== undefined) await rm(path, { force: true })
  }

  async function remove(ownerId: string, fileId: string): Promise<void> {
    await dropJoined(prefixOf(ownerId, fileId))
    for await (const { key } of client.list(prefixOf(ownerId, fileId))) await client.remove(key)
  }

  return {
    async pathOf(ownerId, fileId) {
      const prefix = prefixOf(ownerId, fileId)
      await dropJoined(prefix)
      const path = workPath()
      joined.set(prefix, path)
      let end = 0
      for (const { offset, size } of (await look(ownerId, fileId)).parts) {
        const range = { start: end - offset, end: size - 1 }
        const body = await client.get(`${prefix}${numbered(offset)}`, range)
        if (!body) throw new Error('a part of an upload went while it was read')
        await pipeline(body, createWriteStream(path, { flags: 'a', mode: 0o600 }))
        end = offset + size
      }
      return path
    },
    sizeOf: async (ownerId, fileId) => endOf((await look(ownerId, fileId)).parts),
    async listOf(ownerId) {
      const uploads = new Map<string, Part[]>()
      for await (const object of client.list(`parts/${checkedId(ownerId)}/`)) {
        const fileId = object.key.split('/')[2] ?? ''
        const parts = uploads.get(fileId)
        if (parts) parts.push(partOf(object))
        else uploads.set(fileId, [partOf(object)])
      }
      return [...uploads]
        .map(([fileId, parts]) => ({
          ...{ fileId, size: endOf(inOrder(parts)) },
          at: Math.max(...parts.map(({ changedAt }) => changedAt.getTime())),
        }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ fileId, size }) => ({ fileId, size }))
    },
    // It goes where its bytes belong, even where another server has added to the upload since the caller looked.
    async append(ownerId, fileId, { path, start, offset }) {
      const isSmall = (await stat(path)).size - start < PART_LEAST_BYTES
      if (isSmall) requireLarger(await look(ownerId, fileId))
      const key = `${prefixOf(ownerId, fileId)}${numbered(offset)}`
      if (start === 0) return client.put(key, path)
      const rest = workPath()
      try {
        await pipeline(createReadStream(path, { start }), createWriteStream(rest, { mode: 0o600 }))
        await client.put(key, rest)
      } finally {
        await rm(rest, { force: true })
      }
    },
    remove,
    async removeBefore(before) {
      const latest = new Map<string, Date>()
      for await (const { key, changedAt } of client.list('parts/')) {
        const upload = key.split('/').slice(1, 3).join('/')
        const known = latest.get(upload)
        if (!known || known < changedAt) latest.set(upload, changedAt)
      }
      const old = [...latest].filter(([, changedAt]) => changedAt < before)
      for (const [upload] of old) {
        const [ownerId = '', fileId = ''] = upload.split('/')
        await remove(ownerId, fileId)
      }
      return old.length
    },
  }
}

/** Refuses a small part after many small ones. */
function requireLarger({ parts, small }: { parts: readonly Part[]; small: number }): void {
  // Nothing tells the last part here, but that it comes after a large one.
  const isAfterSmall = (parts.at(-1)?.size ?? 0) < PART_LEAST_BYTES
  if (small >= SMALL_PARTS_MAX && isAfterSmall) {
    throw new Refusal('invalid', 'Send larger parts: at least 64 KB each but the last.')
  }
}

/** The parts that follow each other without a gap, from the first byte on. Each goes on where the one before ends, or before that. */
function inOrder(parts: readonly Part[]): Part[] {
  const row: Part[] = []
  for (const part of parts.toSorted((a, b) => a.offset - b.offset)) {
    const end = endOf(row)
    if (part.offset > end) break
    if (part.offset + part.size > end) row.push(part)
  }
  return row
}

function endOf(row: readonly Part[]): number {
  const last = row.at(-1)
  return last ? last.offset + last.size : 0
}

function partOf({ key, size, changedAt }: S3Object): Part {
  return { offset: Number(key.split('/').at(-1)), size, changedAt }
}

/** Names of one length are listed in their order. */
function numbered(offset: number): string {
  return String(offset).padStart(12, '0')
}
