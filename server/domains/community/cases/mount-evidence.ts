import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { Request, Response } from 'hyper-express'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { noSuchFile } from '../../../infra/files/file-refusals.ts'
import { viewerOf } from '../../../infra/files/media/media-endpoint.ts'
import { sendFile } from '../../../infra/files/media/send-file.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import type { HttpServer } from '../../../infra/http/http-server.ts'
import { createLimits } from '../../../infra/http/limits/rate-limits.ts'
import { nothingHere } from '../../../infra/http/nothing-here.ts'
import type { Exchange } from '../../../infra/http/request-pipeline.ts'
import type { Limit } from '../../../infra/http/route.ts'
import { evidenceUrl } from './evidence-url.ts'

/** A video is fetched in parts. */
const LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'account' }]
/** The renditions of a file, the best first: a picture of a product has no original. */
const RENDITIONS = ['original', 'product'] as const

/**
 * Serves `GET` and `HEAD` of files that are evidence of a case, to staff who read content, in an open desk. To all others,
 * and to the account that the case concerns, there is nothing. No cache keeps the bytes.
 */
export function mountEvidence(server: HttpServer, app: App, exchange: Exchange): void {
  const limits = createLimits(app, 'evidence', app.config.rateLimits === 'on' ? LIMITS : [])
  const handler = exchange(async (request, response, { ip, requestId }) => {
    const actor = await viewerOf(app, request).catch(() => Promise.reject(nothingHere()))
    await limits({ ip, accountId: actor.userId })
    await app.domains.staffOf(app, actor, { needs: 'content.read', network: limitKey(ip), requestId })
    await send(app, actor, { request, response })
  })
  server.serve('GET', evidenceUrl(':fileId'), handler)
}

async function send(
  app: App,
  { userId }: Actor,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const id = v.safeParse(uuid, request.path_parameters['fileId'])
  const em = app.orm.em.fork()
  const held = id.success && (await isOthers(em, { fileId: id.output, userId }))
  const file = held ? await em.findOne(File, { id: id.output, status: 'ready' }) : null
  if (!file) throw noSuchFile()
  response.header('vary', 'cookie, authorization', true)
  for (const rendition of RENDITIONS) {
    if (!(await app.storage.open(file.id, rendition))) continue
    return sendFile(app, { request, response, file, rendition, cacheControl: 'private, no-store' })
  }
  throw noSuchFile()
}

/** The file is evidence of a case that concerns somebody else. */
async function isOthers(
  em: SqlEntityManager,
  { fileId, userId }: { fileId: string; userId: string },
): Promise<boolean> {
  const rows = await em.execute<object[]>(
    `select from attachment a join case_evidence e on e.id = a.holder_id join moderation_case c on c.id = e.case_id
     where a.file_id = ? and a.role = 'evidence' and c.target_user_id <> ? limit 1`,
    [fileId, userId],
  )
  return rows.length > 0
}
