import type { App } from '../../../app.ts'
import { readBody } from '../../http/body/request-body.ts'
import type { HttpServer } from '../../http/http-server.ts'
import type { Exchange } from '../../http/request-pipeline.ts'
import type { Limit } from '../../http/route.ts'
import { sendJson } from '../../http/send-json.ts'
import type { StreamEngine } from '../stream-engine.ts'
import type { LivekitEngine } from './livekit-engine.ts'

const EVENT_MAX_BYTES = 256 * 1024
const LIMITS: readonly Limit[] = [{ points: 6_000, seconds: 60, by: 'ip' }]

/** Serves LiveKit's webhook, where LiveKit is the media engine. Its signature is over the bytes as they came. */
export function mountLivekit(server: HttpServer, { rtc }: App, exchange: Exchange): void {
  if (!isLivekit(rtc)) return
  const webhook = exchange(async (request, response) => {
    const body = await readBody(request, response, EVENT_MAX_BYTES)
    await rtc.takeWebhook(body.toString(), request.headers['authorization'] ?? '')
    await sendJson(request, response, { value: { received: true } })
  }, LIMITS)
  server.serve('POST', '/api/livekit/webhook', webhook)
}

function isLivekit(engine: StreamEngine): engine is LivekitEngine {
  return engine.name === 'livekit'
}
