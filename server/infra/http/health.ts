import type { App } from '../../app.ts'
import { readinessOf } from '../observe/readiness.ts'
import type { HttpServer } from './http-server.ts'
import type { Exchange } from './request-pipeline.ts'
import type { Limit } from './route.ts'
import { sendJson } from './send-json.ts'

/** Far more often than monitors ask. */
const PROBE_LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'ip' }]

/** `/health`: the process answers. `/ready`: it can serve (`readinessOf`). */
export function mountHealth(server: HttpServer, app: App, exchange: Exchange): void {
  server.serve(
    'GET',
    '/health',
    exchange((request, response) => sendJson(request, response, { value: { status: 'ok' } }), PROBE_LIMITS),
  )
  server.serve(
    'GET',
    '/ready',
    exchange(
      async (request, response) => sendJson(request, response, await readinessOf(app, { isLeaving: server.leaving })),
      PROBE_LIMITS,
    ),
  )
}
