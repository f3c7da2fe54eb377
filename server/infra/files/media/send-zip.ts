import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip, predictLength } from 'client-zip'
import { create as dispositionOf } from 'content-disposition'
import type { Request, Response } from 'hyper-express'
import type { App } from '../../../app.ts'
import type { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import type { StoredFile } from '../storage/storage.ts'

/** Files of an archive, under names that differ. */
type Entries = readonly { file: Pick<File, 'id' | 'size' | 'createdAt'>; name: string }[]

type Delivery = { request: Request; response: Response; files: Entries; saveAs: string; cacheControl: string }

/** Bytes of the archive of these files. Nothing in it is compressed: most files are already. */
export function zipSize(files: Entries): number {
  return Number(predictLength(files.map(({ file, name }) => ({ name, size: file.size }))))
}

/** Answers with an archive of stored originals, made while it is sent: it is never whole in memory or on the disk. */
export async function sendZip(app: App, { request, response, files, saveAs, cacheControl }: Delivery): Promise<void> {
  const stored = await Promise.all(files.map(({ file }) => app.storage.open(file.id, 'original')))
  const entries = files.map(({ file, name }, index) => ({ file, name, bytes: stored[index] ?? null }))
  // The length is announced from the rows: an archive that lacks one of its files would break off.
  if (entries.some(({ bytes, file }) => bytes === null || bytes.size !== file.size)) throw noSuchFile()
  if (response.completed) return
  const length = zipSize(files)
  response.header('content-type', 'application/zip', true).header('accept-ranges', 'none', true)
  response.header('content-disposition', dispositionOf(saveAs), true).header('cache-control', cacheControl, true)
  response.header('x-content-type-options', 'nosniff', true)
  if (request.method === 'HEAD') return void response.header('content-length', String(length), true).send()
  const archive = Readable.fromWeb(makeZip(inTurn(entries)) as ReadableStream)
  archive.on('error', (error) => {
    app.log.error({ err: error }, 'making an archive of stored files failed')
    response.close()
  })
  response.once('abort', () => archive.destroy())
  const closed = once(archive, 'close')
  await Promise.race([response.stream(archive, length), closed])
}

type Entry = Entries[number] & { bytes: StoredFile | null }

/** Each file is opened when the one before has been sent. */
async function* inTurn(entries: readonly Entry[]) {
  for (const { file, name, bytes } of entries) {
    if (bytes) yield { name, lastModified: file.createdAt, size: file.size, input: bytes.stream() }
  }
}
