import { once } from 'node:events'
import { create as dispositionOf } from 'content-disposition'
import type { Request, Response } from 'hyper-express'
import type { App } from '../../../app.ts'
import { matchesEtag } from '../../http/etag.ts'
import type { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import { extensionOf } from '../media-type.ts'
import type { Rendition, StoredFile } from '../storage/storage.ts'
import { parseRange } from './range.ts'

export type Delivery = {
  request: Request
  response: Response
  file: File
  rendition: Exclude<Rendition, 'source'>
  cacheControl: string
  /** Saves it under this name, with its ending. */
  saveAs?: string
}

/**
 * Answers with a stored rendition: whole or in part, or 304 when the client has it. A rendition never changes, so that
 * its name is its validator.
 */
export async function sendFile(app: App, delivery: Delivery): Promise<void> {
  const { request, response, file, rendition, cacheControl } = delivery
  const { 'if-none-match': known, 'if-range': condition, range: asked } = request.headers
  const isHead = request.method === 'HEAD'
  const stored = await app.storage.open(file.id, rendition)
  if (!stored) throw noSuchFile()
  if (response.completed) return
  const etag = `"${file.id}.${rendition}"`
  response.header('etag', etag, true).header('cache-control', cacheControl, true)
  if (matchesEtag(known, etag)) return void response.status(304).send()
  describe(response, delivery)
  // The bucket compares `If-Range` with a name of its own: what is not ours is sent from here, whole.
  const isKnown = condition === undefined || condition === etag
  if (app.config.mediaDelivery === 'accel' && stored.redirect && isKnown && !isHead) {
    const target = await stored.redirect()
    if (response.completed) return
    return void response.header('x-accel-redirect', target, true).send()
  }
  const range = parseRange(isKnown ? asked : undefined, stored.size)
  if (range.kind === 'unsatisfiable') {
    response.status(416).header('content-range', `bytes */${stored.size}`, true)
    return void response.header('cache-control', 'no-store', true).send()
  }
  if (range.kind === 'part') {
    response.status(206).header('content-range', `bytes ${range.start}-${range.end}/${stored.size}`, true)
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: stored.size - 1 }
  const length = end - start + 1
  if (isHead) return void response.header('content-length', String(length), true).send()
  await sendBytes(app, response, { stored, start, end, length })
}

function describe(response: Response, { file, rendition, saveAs }: Delivery): void {
  const mimeType = mimeTypeOf(file, rendition)
  // Any file may be among these: it is saved, and never shown as a page.
  const type = file.type === 'other' ? 'attachment' : 'inline'
  const asNumbered = `${type}; filename="${file.id}.${extensionOf(mimeType)}"`
  const disposition = saveAs === undefined ? asNumbered : dispositionOf(saveAs)
  response.header('content-type', mimeType, true).header('accept-ranges', 'bytes', true)
  response.header('content-disposition', disposition, true)
  response.header('x-content-type-options', 'nosniff', true)
  // Opened by itself, a file is a page of this origin: it may do nothing there.
  response.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox", true)
}

function mimeTypeOf(file: File, rendition: Delivery['rendition']): string {
  if (rendition === 'original') return file.mimeType
  if (rendition.endsWith('.avif')) return 'image/avif'
  return rendition === '360p' || rendition === '720p' ? 'video/mp4' : 'image/webp'
}

async function sendBytes(
  app: App,
  response: Response,
  { stored, start, end, length }: { stored: StoredFile; start: number; end: number; length: number },
): Promise<void> {
  const bytes = stored.stream({ start, end })
  // The length has been announced: an answer that breaks off must show as broken, not as short.
  bytes.on('error', (error) => {
    app.log.error({ err: error }, 'reading a stored file failed')
    response.close()
  })
  // hyper-express never settles its promise once the client is gone; the stream's end is what counts.
  const closed = once(bytes, 'close')
  await Promise.race([response.stream(bytes, length), closed])
}
