import type { App } from '../../app.ts'
import { publicOf, readinessOf } from '../observe/readiness.ts'
import type { HttpServer } from './http-server.ts'
import type { Exchange } from './request-pipeline.ts'
import type { Limit } from './route.ts'
import { sendJson } from './send-json.ts'

const SERVING = { status: 200, value: { status: 'serving' } } as const
/** Far more often than monitors ask. */
const PROBE_LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'ip' }]

/**
 * `/health`: the process answers. `/ready`: it can serve (`readinessOf`), without warnings; with `?only=draining` it has not been told to stop: where
 * all servers lack the same, callers get their own word for it instead of none from the proxy.
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
      const isAskedAll = request.query_parameters['only'] !== 'draining'
      const isLeaving = server.leaving
      const answer = isAskedAll || isLeaving ? await readinessOf(app, { isLeaving }) : SERVING
      return sendJson(request, response, publicOf(answer))
    }, PROBE_LIMITS),
  )
}
