import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js'
import type { Config } from '../../config.ts'
import { clientAddress, limitKey, peerAddress } from '../http/client-address.ts'
import type { HttpServer } from '../http/http-server.ts'
import { RateLimited } from '../http/limits/rate-limits.ts'
import { createTokenBuckets } from '../http/limits/token-bucket.ts'

/** New connections of an address: after a restart thousands of phones behind one come back within a minute. */
const HANDSHAKES = { points: 3_000, seconds: 60 }

/** So much waits for a socket that does not read. It does without further events then, and holds no other up. */
const UNREAD_MAX_BYTES = 64 * 1024

/** The part of an app that Socket.IO is attached to. */
export type SocketHost = Pick<TemplatedApp, 'any' | 'ws' | 'publish'>

/**
 * The app of a server for Socket.IO, which takes its requests past hyper-express: with the mended responses of that server,
 * its look at the length of bodies, and a limit of new connections and of what waits for one. Neither may wait: Socket.IO reads the request at once.
 */
export function guardHandshakes(server: HttpServer, { trustProxy, rateLimits }: Config): SocketHost {
  const app = server.uws_instance
  const mayConnect = rateLimits === 'on' ? createTokenBuckets(HANDSHAKES) : () => true

  function admit(raw: HttpResponse, request: HttpRequest): boolean {
    if (!server.admit(request, raw)) return false
    if (new URLSearchParams(request.getQuery()).has('sid')) return true
    // It would be closed within seconds.
    if (server.draining) {
      raw.writeStatus('503 Service Unavailable').writeHeader('retry-after', '5').end('', true)
      return false
    }
    const headers = { 'x-forwarded-for': request.getHeader('x-forwarded-for') }
    const isWithin = mayConnect(limitKey(clientAddress({ ip: peerAddress(raw), headers }, trustProxy)))
    if (!isWithin) server.hangUp(raw, new RateLimited(HANDSHAKES.seconds))
    return isWithin
  }

  const guarded: SocketHost = {
    any(pattern, handler) {
      app.any(pattern, (raw, request) => (admit(raw, request) ? handler(raw, request) : undefined))
      return app
    },
    ws(pattern, behavior) {
      app.ws(pattern, {
        ...behavior,
        maxBackpressure: UNREAD_MAX_BYTES,
        upgrade: (raw, request, context) =>
          admit(raw, request) ? behavior.upgrade?.(raw, request, context) : undefined,
      })
      return app
    },
    publish: (...message) => app.publish(...message),
  }
  return guarded
}
