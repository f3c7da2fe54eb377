import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { PartStorage } from './partial-uploads.ts'
import type { S3Client, S3Object } from './s3-client.ts'
import { checkedId } from './storage.ts'

type Part = { offset: number; size: number; changedAt: Date }

/**
 * Uploads that have come in part, in the bucket of the files: any server takes any part. Each part is an object
 * `parts/<owner>/<file>/<offset>`. Two servers that take parts of one upload at once may store bytes twice, which are the same.
 */
export function s3Parts(client: S3Client, workPath: () => string): PartStorage {
  const prefixOf = (ownerId: string, fileId: string): string => `parts/${checkedId(ownerId)}/${checkedId(fileId)}/`

  async function partsOf(ownerId: string, fileId: string): Promise<Part[]> {
    const found: Part[] = []
    for await (const object of client.list(prefixOf(ownerId, fileId))) found.push(partOf(object))
    return inOrder(found)
  }

  async function remove(ownerId: string, fileId: string): Promise<void> {
    for await (const { key } of client.list(prefixOf(ownerId, fileId))) await client.remove(key)
  }

  return {
    async pathOf(ownerId, fileId) {
      const path = workPath()
      let end = 0
      for (const { offset, size } of await partsOf(ownerId, fileId)) {
        const range = { start: end - offset, end: size - 1 }
        const body = await client.get(`${prefixOf(ownerId, fileId)}${numbered(offset)}`, range)
        if (!body) throw new Error('a part of an upload went while it was read')
        await pipeline(body, createWriteStream(path, { flags: 'a', mode: 0o600 }))
        end = offset + size
      }
      return path
    },
    sizeOf: async (ownerId, fileId) => endOf(await partsOf(ownerId, fileId)),
    async listOf(ownerId) {
      const uploads = new Map<string, Part[]>()
      for await (const object of client.list(`parts/${checkedId(ownerId)}/`)) {
        const fileId = object.key.split('/')[2] ?? ''
        uploads.set(fileId, [...(uploads.get(fileId) ?? []), partOf(object)])
      }
      return [...uploads]
        .map(([fileId, parts]) => ({
          ...{ fileId, size: endOf(inOrder(parts)) },
          at: Math.max(...parts.map(({ changedAt }) => changedAt.getTime())),
        }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ fileId, size }) => ({ fileId, size }))
    },
    async append(ownerId, fileId, { path, start }) {
      const offset = endOf(await partsOf(ownerId, fileId))
      const rest = workPath()
      try {
        await pipeline(createReadStream(path, { start }), createWriteStream(rest, { mode: 0o600 }))
        await client.put(`${prefixOf(ownerId, fileId)}${numbered(offset)}`, rest)
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
