import { askedWidth } from '@vesper/sync/media/picture-widths.ts'
import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'
import type { Request, Response } from 'hyper-express'
import type { App } from '../../../app.ts'
import type { Actor } from '../../database/transaction.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { createLimits, RateLimited } from '../../http/limits/rate-limits.ts'
import type { LimitCheck } from '../../http/limits/rate-limits.ts'
import type { Exchange } from '../../http/request-pipeline.ts'
import { requireOpen } from '../../http/require-open.ts'
import type { Limit } from '../../http/route.ts'
import { revokedTokenCache } from '../../sessions/revoked-token-cache.ts'
import { suspended, unauthenticated } from '../../sessions/unauthenticated.ts'
import { isWithdrawn, mayView } from '../access.ts'
import { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import { fittingRendition } from '../sizes/fitting-rendition.ts'
import { pictureSizes } from '../sizes/picture-sizes.ts'
import { renditions } from '../storage/storage.ts'
import { attachedPurposes, purposesOf } from '../uploads/purposes.ts'
import { createCdnEndpoint, sendToCdn } from './cdn-endpoint.ts'
import { isPublic, signedUrl, verifyLink } from './media-link.ts'
import type { MediaLink } from './media-link.ts'
import { sendFile } from './send-file.ts'
import type { Delivery } from './send-file.ts'

/** A screen of pictures is some thirty calls, a video one for each part. */
const LIMITS: readonly Limit[] = [{ points: 1_500, seconds: 60, by: 'account' }]
// The bytes of an address never change. Avatars and covers of accounts are for everybody for ever.
const PUBLIC_CACHE = 'public, max-age=31536000, immutable'
// Its author may close an open file, staff may hide it, and some countries may not see it: no cache that several people share
// keeps it. A browser shows again to its reader what that reader has seen.
const OPEN_CACHE = 'private, max-age=31536000, immutable'
/** Smaller copies are still to be made. */
const SOON_CACHE = 'private, max-age=300'
// The right to see a file may be withdrawn: a browser asks each time, and is answered without the bytes.
const PRIVATE_CACHE = 'private, no-cache'
const PATH =
  /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(original|thumbnail|poster|360p|720p|avatar|cover|product|w\d{2,4}\.(?:webp|avif))$/

/**
 * Serves `GET` and `HEAD` of `/media/<fileId>/<rendition>`. Avatars, covers and pictures of products are for everybody;
 * the file of a message or a post needs a link signed for a viewer together with that viewer's session. A link without
 * a signature is to something that is open to everybody. The right is looked up each time. An expired link leads its
 * viewer to a new one. A caller without a link learns nothing: every other address is not found. `?w=640` asks for a smaller
 * copy of a picture: the smallest that is wide enough answers, in AVIF or WebP, else the rendition itself. With a network of
 * copies (`MEDIA_CDN_URL`) a caller who may see one of its files is sent on to it.
 */
export function mountMediaEndpoint(server: HttpServer, app: App, exchange: Exchange): void {
  const limits = createLimits(app, 'media', app.config.rateLimits === 'on' ? LIMITS : [])
  const serveCdn = createCdnEndpoint(app)
  const handler = exchange((request, response, { ip }) => serveMedia({ app, request, response, ip, limits, serveCdn }))
  server.serve('GET', '/media/*', handler)
}

type Given = {
  app: App
  request: Request
  response: Response
  ip: string
  limits: LimitCheck
  serveCdn: ReturnType<typeof createCdnEndpoint>
}

async function serveMedia(given: Given): Promise<void> {
  const { app, request, response, ip, limits } = given
  const [, fileId, name] = PATH.exec(request.path) ?? []
  const rendition = [...renditions, ...pictureSizes].find((known) => known === name)
  if (fileId === undefined || rendition === undefined) throw noSuchFile()
  const query = Object.fromEntries(new URLSearchParams(request.path_query))
  const isForNetwork = query['s'] !== undefined && query['v'] === undefined
  // The address is the network's: the viewer's country was looked at when the link was made.
  await requireOpen(app, isForNetwork ? null : ip)
  if (isForNetwork) return given.serveCdn(given, { fileId, rendition, query })
  if (isPublic(rendition)) {
    await countPublic(given)
    const em = app.orm.em.fork()
    const file = await em.findOne(File, { id: fileId, purpose: { $in: purposesOf(rendition) }, status: 'ready' })
    if (!file || (await isWithdrawn(app, em, file))) throw noSuchFile()
    const cacheControl = attachedPurposes.includes(file.purpose) ? OPEN_CACHE : PUBLIC_CACHE
    return sendFitting(given, { file, rendition, cacheControl })
  }
  if (rendition === 'source' || rendition.startsWith('w')) throw noSuchFile()
  if (query['s'] === undefined) return serveOpen(given, { fileId, rendition })
  const link = verifyLink(app.secret, { fileId, rendition }, query)
  if (!link) throw noSuchFile()
  const { userId } = await viewerOf(app, request)
  await limits({ ip, accountId: userId })
  if (userId !== link.viewerId) throw noSuchFile()
  const em = app.orm.em.fork()
  const file = await em.findOne(File, { id: fileId, status: 'ready' })
  if (!file || !(await mayView(app, em, { file, onlooker: { userId, now: app.clock() } }))) throw noSuchFile()
  response.header('vary', 'cookie, authorization', true)
  if (link.expires * 1000 <= app.clock().getTime()) return renew(app, response, { ...link, width: widthOf(request) })
  await sendFitting(given, { file, rendition, cacheControl: PRIVATE_CACHE })
}

function widthOf(request: Request): PictureWidth | null {
  return askedWidth(new URLSearchParams(request.path_query))
}

/** Sends a picture in the width that was asked for, and anything else as it is. */
async function sendFitting(
  given: Given,
  { file, rendition, cacheControl }: Pick<Delivery, 'file' | 'rendition' | 'cacheControl'>,
): Promise<void> {
  const { app, request, response } = given
  const width = widthOf(request)
  const { accept } = request.headers
  const fitting = await fittingRendition(app, file, { rendition, width, accept })
  if (width !== null) response.header('vary', 'accept')
  if (await sendToCdn(given, { file, rendition: fitting, mustAsk: cacheControl === PRIVATE_CACHE })) return
  const isForLong = width === null || file.sizes !== 'due' || cacheControl === PRIVATE_CACHE
  const cached = isForLong ? cacheControl : SOON_CACHE
  await sendFile(app, { request, response, file, rendition: fitting, cacheControl: cached })
}

/** A public picture asks for no session: only beyond the limit of its address a token is looked at. */
async function countPublic({ app, request, ip, limits }: Given): Promise<void> {
  try {
    await limits({ ip, accountId: null })
  } catch (error) {
    const token = error instanceof RateLimited ? tokenOf(request) : null
    if (token === null) throw error
    const viewer = await revokedTokenCache(app)(token).catch(() => null)
    if (!viewer) throw error
    await limits({ ip, accountId: viewer.userId })
  }
}

/** A link without a signature: the file of something that is open to everybody, for as long as it is. */
async function serveOpen(
  given: Given,
  { fileId, rendition }: Pick<Delivery, 'rendition'> & { fileId: string },
): Promise<void> {
  const { app, ip } = given
  await countPublic(given)
  const em = app.orm.em.fork()
  const file = await em.findOne(File, { id: fileId, status: 'ready' })
  const onlooker = { userId: null, country: app.countryOf(ip), now: app.clock() }
  if (!file || !(await mayView(app, em, { file, onlooker }))) throw noSuchFile()
  await sendFitting(given, { file, rendition, cacheControl: OPEN_CACHE })
}

/** A device shows a row with the links that came with it, however long ago: its viewer is sent on to one that holds. */
function renew(app: App, response: Response, { width, ...link }: MediaLink & { width: PictureWidth | null }): void {
  const url = signedUrl(app.secret, link, app.clock()) + (width === null ? '' : `&w=${width}`)
  response.status(302).header('location', url).header('cache-control', 'no-store').send()
}

/** The account that asks for a file. Refuses one that staff have suspended. */
export async function viewerOf(app: App, request: Request): Promise<Actor> {
  const token = tokenOf(request)
  if (token === null) throw unauthenticated()
  const actor = await revokedTokenCache(app)(token)
  if (actor.isSuspended) throw suspended()
  return actor
}

/** The caller's token: of the `Authorization` header, else of the cookie, which is all that a picture's request has. */
function tokenOf(request: Request): string | null {
  const bearer = /^bearer\s+(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1]
  const cookie = /(?:^|;\s*)token=([^;\s]+)/.exec(request.headers['cookie'] ?? '')?.[1]
  return bearer ?? (cookie === undefined ? null : decoded(cookie))
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
