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
 * since before listening. It names a trouble that leaves room for requests too.
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
      const { readiness, warnings } = app.domains
      const [obstacle] = (await databaseAnswers(app)) ? await saidBy(readiness, app) : ['database unavailable']
      if (obstacle !== undefined) return sendJson(request, response, { status: 503, value: { status: obstacle } })
      const said = await saidBy(warnings, app)
      await sendJson(request, response, { value: { status: 'ready', ...(said.length > 0 && { warnings: said }) } })
    }, PROBE_LIMITS),
  )
}

/** The troubles that domains see. */
async function saidBy(asked: readonly ((app: App) => Promise<string | null>)[], app: App): Promise<string[]> {
  const found = await Promise.all(asked.map((ask) => ask(app)))
  return found.filter((trouble) => trouble !== null)
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
