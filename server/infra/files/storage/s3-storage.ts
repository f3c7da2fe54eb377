import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { openLocalCopies } from './local-copies.ts'
import type { S3Client, S3Object } from './s3-client.ts'
import { checkedId, openLocalStorage } from './storage.ts'
import type { FileStorage, Rendition, StoredFile, WorkFolder } from './storage.ts'

/**
 * The storage in a bucket, shared by all servers: `files/<id>/<rendition>`, `documents/<id>`. Programs that need a path get a
 * copy on the disk of this server, which stays for seven hours after it was last asked for. Bytes of a removed file go
 * `deleteAfterDays` later, by `removeDue`: a restored database finds its files. Documents go at once.
 */
export async function openS3Storage(
  client: S3Client,
  { dataDir, workFolder = 'work', deleteAfterDays, now = () => new Date() }: S3StorageOptions,
): Promise<FileStorage> {
  // Pictures of shared links and work in progress are of this server alone.
  const local = await openLocalStorage(dataDir, workFolder)
  const copies = openLocalCopies(client, { workPath: local.workPath, now })

  async function put(key: string, path: string): Promise<void> {
    await client.put(key, path)
    await copies.drop(key)
    await rm(path, { force: true })
  }

  async function removeAll(prefix: string): Promise<void> {
    for await (const { key } of client.list(prefix)) {
      await client.remove(key)
      await copies.drop(key)
    }
  }

  async function remove(id: string, rendition?: Rendition): Promise<void> {
    if (rendition !== undefined) {
      await local.remove(id, rendition)
      await client.remove(keyOf(id, rendition))
      return copies.drop(keyOf(id, rendition))
    }
    await local.remove(id)
    if (deleteAfterDays === 0) return removeAll(`files/${checkedId(id)}/`)
    // The first time counts: sweeps come by again.
    if (!(await client.head(deletedKey(id)))) await client.mark(deletedKey(id))
  }

  return {
    ...local,
    // Files on the disk from before are older now: a later copy must not bring them back.
    async put(id, rendition, path) {
      await put(keyOf(id, rendition), path)
      await local.remove(id, rendition)
    },
    // Files that were not moved into the bucket yet lie on the disk.
    open: async (id, rendition) => (await openObject(client, keyOf(id, rendition))) ?? local.open(id, rendition),
    pathOf: async (id, rendition) => (await copies.pathOf(keyOf(id, rendition))) ?? local.pathOf(id, rendition),
    remove,
    async putDocument(id, path) {
      await put(documentKey(id), path)
      await local.removeDocument(id)
    },
    documentPath: async (id) => (await copies.pathOf(documentKey(id))) ?? local.documentPath(id),
    openDocument: async (id) => (await openObject(client, documentKey(id))) ?? local.openDocument(id),
    async removeDocument(id) {
      await local.removeDocument(id)
      await client.remove(documentKey(id))
      await copies.drop(documentKey(id))
    },
    async *documentIdsBefore(before) {
      yield* idsBefore(client.list('documents/'), before)
      // Documents stay on the disk after they were copied, until `storage clean`.
      for await (const id of local.documentIdsBefore(before)) if (!(await client.head(documentKey(id)))) yield id
    },
    async *idsBefore(before) {
      const deleted = new Set<string>()
      for await (const { key } of client.list('deleted/')) deleted.add(key.slice('deleted/'.length))
      for await (const id of idsBefore(client.list('files/'), before)) if (!deleted.has(id)) yield id
    },
    async removeDue(isKept) {
      const before = now().getTime() - deleteAfterDays * 86_400_000
      let removed = 0
      for await (const { key, changedAt } of client.list('deleted/')) {
        const id = key.slice('deleted/'.length)
        if (changedAt.getTime() > before) continue
        if (!(await isKept(id))) {
          await removeAll(`files/${checkedId(id)}/`)
          removed += 1
        }
        await client.remove(key)
      }
      return removed
    },
  }
}

export type S3StorageOptions = {
  dataDir: string
  workFolder?: WorkFolder
  deleteAfterDays: number
  now?: () => Date
}

const keyOf = (id: string, rendition: Rendition): string => `files/${checkedId(id)}/${rendition}`
const documentKey = (id: string): string => `documents/${checkedId(id)}`
const deletedKey = (id: string): string => `deleted/${checkedId(id)}`

async function openObject(client: S3Client, key: string): Promise<StoredFile | null> {
  const found = await client.head(key)
  if (!found) return null
  return {
    size: found.size,
    redirect: () => client.presign(key),
    stream: (range) =>
      Readable.from(
        (async function* bytes() {
          const body = await client.get(key, range)
          if (!body) throw new Error(`the object ${key} went while it was read`)
          yield* body
        })(),
        { objectMode: false },
      ),
  }
}

/** The ids all of whose objects are older. They come in the order of their keys, those of one id together. */
async function* idsBefore(objects: AsyncIterable<S3Object>, before: Date): AsyncIterable<string> {
  const last = { id: '', isOld: false }
  for await (const { key, changedAt } of objects) {
    const id = key.split('/')[1] ?? ''
    const isOld = changedAt < before
    if (last.id === id) last.isOld &&= isOld
    else {
      if (last.isOld) yield last.id
      Object.assign(last, { id, isOld })
    }
  }
  if (last.isOld) yield last.id
}
