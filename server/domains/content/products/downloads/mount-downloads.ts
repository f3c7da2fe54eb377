import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Request, Response } from 'hyper-express'
import type { App } from '../../../../app.ts'
import { noSuchFile } from '../../../../infra/files/file-refusals.ts'
import { viewerOf } from '../../../../infra/files/media/media-endpoint.ts'
import { sendFile } from '../../../../infra/files/media/send-file.ts'
import { sendZip } from '../../../../infra/files/media/send-zip.ts'
import type { HttpServer } from '../../../../infra/http/http-server.ts'
import { createConcurrencyLimit } from '../../../../infra/http/limits/concurrency-limit.ts'
import { createLimits } from '../../../../infra/http/limits/rate-limits.ts'
import type { Exchange } from '../../../../infra/http/request-pipeline.ts'
import type { Limit } from '../../../../infra/http/route.ts'
import type { Asset } from '../../assets/entity.ts'
import { holds, isFor, readDownloadLink } from './download-link.ts'
import type { AskedDownload } from './download-link.ts'
import { downloadableOfAll, productsOf } from './downloadable.ts'
import type { Downloadable } from './downloadable.ts'
import { archiveName } from './routes.ts'

/** A file that is fetched in parts is many calls. */
const LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'account' }]
/** Downloads of one account that are under way. A browser opens six connections. */
const AT_ONCE = 8
/** A browser that kept the bytes would give them out after the right has ended. */
const CACHE = 'private, no-store'

/**
 * Serves `GET` and `HEAD` of the links to files of products, to their viewer alone. The right is looked up each time. A link
 * that does not hold is not found, and nothing tells why. The database is asked about links of this server alone.
 */
export function mountDownloads(server: HttpServer, app: App, exchange: Exchange): void {
  const limits = createLimits(app, 'downloads', app.config.rateLimits === 'on' ? LIMITS : [])
  const atOnce = createConcurrencyLimit(AT_ONCE)
  const handler = exchange(async (request, response, { ip }) => {
    const asked = readDownloadLink(request.path_query)
    if (!asked || !holds(app.secret, asked, app.clock())) throw noSuchFile()
    const { userId } = await viewerOf(app, request)
    await limits({ ip, accountId: userId })
    if (userId !== asked.viewerId) throw noSuchFile()
    await atOnce(userId, () => send(app, { request, response }, asked))
  })
  server.serve('GET', '/api/downloads', handler)
}

async function send(
  app: App,
  { request, response }: { request: Request; response: Response },
  asked: AskedDownload,
): Promise<void> {
  const { products, held } = await lookUp(app, asked)
  response.header('vary', 'cookie, authorization', true)
  if (asked.fileId === null) {
    const saveAs = archiveName(products)
    return sendZip(app, { request, response, files: held.files, saveAs, cacheControl: CACHE })
  }
  const named = held.files.find(({ file }) => file.id === asked.fileId)
  if (!named) throw noSuchFile()
  const { file, name: saveAs } = named
  await sendFile(app, { request, response, file, rendition: 'original', cacheControl: CACHE, saveAs })
}

async function lookUp(app: App, asked: AskedDownload): Promise<{ products: Asset[]; held: Downloadable }> {
  const em = app.orm.em.fork()
  const viewer = { userId: asked.viewerId, now: app.clock() }
  const products = await productsOf(em, asked.productIds)
  const held = products && (await downloadableOfAll(em, viewer, products).catch(nothingIfRefused))
  if (!products || !held || !isFor(asked, held.right)) throw noSuchFile()
  return { products, held }
}

function nothingIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
