import type { App } from '../../app.ts'
import type { HttpServer } from './http-server.ts'
import type { Exchange } from './request-pipeline.ts'
import type { Limit } from './route.ts'
import { sendJson } from './send-json.ts'

const DATABASE_LIMIT_MS = 2_000
/** Far more often than monitors ask. */
const PROBE_LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'ip' }]

/**
 * `/health`: the process answers. `/ready`: so does the database, and no domain is against it; the schema is up to date
 * since before listening.
 */
export function mountHealth(server: HttpServer, app: App, exchange: Exchange): void {
  server.serve(
    'GET',
    '/health',
    exchange((request, response) => sendJson(request, response, { value: { status: 'ok' } }), PROBE_LIMITS),
  )
  server.serve(
    'GET',
    '/ready',
    exchange(async (request, response) => {
      const obstacle = (await databaseAnswers(app)) ? await obstacleOf(app) : 'database unavailable'
      const [status, value] = obstacle === null ? [200, { status: 'ready' }] : [503, { status: obstacle }]
      await sendJson(request, response, { status, value })
    }, PROBE_LIMITS),
  )
}

/** The reason of a domain against requests; null without one. */
async function obstacleOf(app: App): Promise<string | null> {
  const found = await Promise.all(app.domains.readiness.map((reason) => reason(app)))
  return found.find((reason) => reason !== null) ?? null
}

async function databaseAnswers(app: App): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), DATABASE_LIMIT_MS)
  })
  const answered = app.orm.em
    .fork()
    .execute('select 1')
    .then(() => true)
    .catch((error: unknown) => {
      app.log.warn({ err: error }, 'the database does not answer')
      return false
    })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
