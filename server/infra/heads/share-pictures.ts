import { createReadStream } from 'node:fs'
import type { Response } from 'hyper-express'
import type { App } from '../../app.ts'
import { noSuchFile } from '../files/file-refusals.ts'
import { processPicture } from '../files/processing/picture-processes.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createLocalLimits } from '../http/limits/rate-limits.ts'
import type { LimitCheck } from '../http/limits/rate-limits.ts'
import type { Exchange } from '../http/request-pipeline.ts'
import { requireOpen } from '../http/require-open.ts'
import type { Limit } from '../http/route.ts'
import { lookUp, mayLookUp } from './client-pages.ts'
import { findPage } from './find-page.ts'
import { openPictureCache } from './picture-cache.ts'
import type { PictureCache } from './picture-cache.ts'
import type { HeadPicture } from './public-page.ts'
import { sharedPage } from './shared-page.ts'

/** Previews of links ask for one; a page of them for some. */
const READS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'ip' }]
/** To make one takes a tenth of a second of a processor. */
const MAKES: readonly Limit[] = [{ points: 60, seconds: 60, by: 'ip' }]
/** As of open files: the right to see it is looked up again when its time is over. */
const CACHE = 'public, max-age=300'
/** Pictures for previews take turns with those of accounts, together as one of them. */
const ACCOUNT = 'shared pictures'

/**
 * Serves `GET` and `HEAD` of `/share/<path of a page>.jpg`: the picture of the page's head, 1200 × 630 pixels. It is the one
 * that a stranger from the country of the request sees in the head now; for any other page there is none. It is made when it
 * is first asked for, and kept for a while.
 */
export function mountSharePictures(server: HttpServer, app: App, exchange: Exchange): void {
  const making = createLocalLimits(app.config.rateLimits === 'on' ? MAKES : [])
  const cache = openPictureCache(app.storage)
  server.serve(
    'GET',
    '/share/*',
    exchange(async (request, response, { ip }) => {
      const isHead = request.method === 'HEAD'
      const picture = await pictureAt(app, request.path, ip)
      if (!picture) throw noSuchFile()
      const path = await readyPath(app, cache, { picture, ip, making })
      if (!response.completed) await send(response, { ...(await cache.sized(path)), path, isHead })
    }, READS),
  )
}

async function pictureAt(app: App, path: string, ip: string): Promise<HeadPicture | null> {
  await requireOpen(app, ip)
  const found = findPage(app.domains.publicPages, sharedPage(path) ?? '')
  if (found?.kind !== 'named' || !(await mayLookUp(app, found, ip))) return null
  return (await lookUp(app, found, ip))?.picture ?? null
}

type Asked = { picture: HeadPicture; ip: string; making: LimitCheck }

async function readyPath(app: App, cache: PictureCache, { picture, ip, making }: Asked): Promise<string> {
  const { fileId, rendition } = picture
  return cache.get(fileId, {
    allow: () => making({ ip, accountId: null }),
    make: async (target) => {
      const source = await app.storage.pathOf(fileId, rendition)
      if (source === null) throw noSuchFile()
      await processPicture(ACCOUNT, { kind: 'share', source, target })
    },
  })
}

async function send(
  response: Response,
  { path, size, isHead }: { path: string; size: number; isHead: boolean },
): Promise<void> {
  response.status(200).header('content-type', 'image/jpeg', true).header('cache-control', CACHE, true)
  // Sites show the previews of links.
  response.header('cross-origin-resource-policy', 'cross-origin', true)
  if (isHead) return void response.header('content-length', String(size), true).send()
  await response.stream(createReadStream(path), size)
}
