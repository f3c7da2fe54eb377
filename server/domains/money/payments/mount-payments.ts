import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import { readBody } from '../../../infra/http/body/request-body.ts'
import type { HttpServer } from '../../../infra/http/http-server.ts'
import type { Exchange } from '../../../infra/http/request-pipeline.ts'
import type { Limit } from '../../../infra/http/route.ts'
import { sendJson } from '../../../infra/http/send-json.ts'
import { noteEvent } from './note-event.ts'
import { requireGateway } from './require-gateway.ts'

const EVENT_MAX_BYTES = 1024 * 1024
const FORM_MAX_BYTES = 4096
const LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'ip' }]

/**
 * Serves the provider's webhook, whose signature is over the bytes as they came, and the pay page of the sandbox where there
 * is one.
 */
export function mountPayments(server: HttpServer, app: App, exchange: Exchange): void {
  const webhook = exchange(async (request, response) => {
    const payload = await readBody(request, response, EVENT_MAX_BYTES)
    await takeEvent(app, payload, request.headers['stripe-signature'] ?? '')
    await sendJson(request, response, { value: { received: true } })
  }, LIMITS)
  server.serve('POST', '/api/stripe/webhook', webhook)
  const { sandbox } = app.payments
  if (!sandbox) return
  for (const method of ['GET', 'POST'] as const) {
    const page = exchange(async (request, response) => {
      const body = method === 'POST' ? (await readBody(request, response, FORM_MAX_BYTES)).toString() : ''
      const answer = await sandbox.page({ method, path: request.path, body })
      if (response.completed) return
      response.header('cache-control', 'no-store', true)
      if ('location' in answer) response.status(303).header('location', answer.location, true).send()
      else response.status(answer.status).header('content-type', 'text/html; charset=utf-8', true).send(answer.body)
    }, LIMITS)
    server.serve(method, '/sandbox/pay/:id', page)
    server.serve(method, '/sandbox/account/:id', page)
  }
}

/** Notes an event and leaves the work to a job. An event that is known already is taken again and does nothing. */
async function takeEvent(app: App, payload: Buffer, signature: string): Promise<void> {
  const event = await requireGateway(app)
    .parseEvent(payload, signature)
    .catch(() => {
      throw new Refusal('invalid', 'The signature of this event is not right')
    })
  await noteEvent(app, event)
}
