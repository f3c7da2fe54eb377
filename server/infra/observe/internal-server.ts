import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../../app.ts'
import { assertPortFree } from '../http/assert-port-free.ts'
import { readinessOf } from './readiness.ts'

export type InternalServer = {
  port: number
  /** Answers every question about readiness with 503 `draining` from now on. */
  leave: () => void
  stop: () => Promise<void>
}

/**
 * Answers the inner network where INTERNAL_PORT says; null without one. `/health`: the process answers. Any other path, such as
 * `/ready` or the `/` of HAProxy's default check: it can serve. Unlike the app's port this one speaks HTTP/1.0, which the
 * default checks of proxies use. Throws `StartupError` when another program listens there.
 */
export async function startInternalServer(app: App): Promise<InternalServer | null> {
  const { internal } = app.config
  if (internal === null) return null
  await assertPortFree(internal.host, internal.port)
  let isLeaving = false
  const server = createServer((request, response) => {
    const isHealth = request.url?.split('?')[0] === '/health'
    const asked = isHealth ? Promise.resolve({ status: 200, value: { status: 'ok' } }) : readinessOf(app, { isLeaving })
    asked.then(
      ({ status, value }) => answer(response, { status, value }),
      (error: unknown) => {
        app.log.error({ err: error }, 'the readiness of this process is unknown')
        answer(response, { status: 503, value: { status: 'unknown' } })
      },
    )
  })
  server.listen(internal.port, internal.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leave: () => void (isLeaving = true),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, { status, value }: { status: number; value: object }): void {
  const body = JSON.stringify(value)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}
