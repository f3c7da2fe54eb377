import type { Request, Response } from 'hyper-express'
import type { App } from '../../../app.ts'
import { createConcurrencyLimit } from '../../http/limits/concurrency-limit.ts'
import { createCounter } from '../../http/limits/counter.ts'
import { countOrRefuse } from '../../http/limits/rate-limits.ts'
import { isWithdrawn } from '../access.ts'
import { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import type { Rendition } from '../storage/storage.ts'
import { cdnLink, secondsLeft, secondsOfWindow } from './cdn-link.ts'
import { isForCdn } from './is-for-cdn.ts'
import { sendFile } from './send-file.ts'
import type { Delivery } from './send-file.ts'

/** A network has some hundred places, each of which asks for a file once, or for the parts of a film that nobody began. */
const LINK_LIMIT = { points: 600, seconds: 60 }
const LINK_AT_ONCE = 32

type Exchanged = { app: App; request: Request; response: Response }

/**
 * Sends a caller who may see a file on to the network of copies. Gives false where there is none, and for renditions that it does
 * not get. The browser asks here again where it has to ask for the right, else at the end of the window.
 */
export async function sendToCdn(
  { app, request, response }: Exchanged,
  { file, rendition, mustAsk }: Pick<Delivery, 'file' | 'rendition'> & { mustAsk: boolean },
): Promise<boolean> {
  const { cdn } = app.config
  if (!cdn || request.method !== 'GET' || !(await isForCdn(app, app.orm.em.fork(), { file, rendition }))) return false
  const now = app.clock()
  response.header('cache-control', mustAsk ? 'no-store' : `private, max-age=${secondsOfWindow(now)}`, true)
  response
    .status(302)
    .header('location', cdnLink(cdn, { fileId: file.id, rendition }, now))
    .send()
  return true
}

type CdnCall = { fileId: string; rendition: Rendition; query: Record<string, string | undefined> }

/**
 * Serves links of the network of copies, which have none of a viewer: the right was looked at when a link was made. Its holder
 * may pass a link on, so that each link is counted, however many addresses ask for it.
 */
export function createCdnEndpoint(app: App): (exchanged: Exchanged, call: CdnCall) => Promise<void> {
  const counter = createCounter(app, { name: 'media-cdn link', ...LINK_LIMIT })
  const atOnce = createConcurrencyLimit(LINK_AT_ONCE)
  return async (exchanged, call) => {
    const { request } = exchanged
    const { cdn, rateLimits } = app.config
    const left = cdn && secondsLeft(cdn, { path: request.path, query: call.query, now: app.clock() })
    if (left === null) throw noSuchFile()
    const link = `${call.fileId} ${call.query['s']}`
    if (rateLimits === 'on') await countOrRefuse(counter, link)
    await atOnce(link, () => sendLinked(exchanged, call, left))
  }
}

async function sendLinked(
  { app, request, response }: Exchanged,
  { fileId, rendition }: CdnCall,
  left: number,
): Promise<void> {
  if (rendition === 'source') throw noSuchFile()
  const em = app.orm.em.fork()
  const file = await em.findOne(File, { id: fileId, status: 'ready' })
  if (!file || !(await isForCdn(app, em, { file, rendition })) || (await isWithdrawn(app, em, file))) throw noSuchFile()
  response.header('access-control-allow-origin', '*', true).header('cross-origin-resource-policy', 'cross-origin', true)
  await sendFile(app, { request, response, file, rendition, cacheControl: `public, max-age=${left}` })
}
