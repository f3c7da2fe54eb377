import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { answerSession, createSession, expireSession, itemsOf, readSession } from './checkout.ts'
import { answerOnce } from './idempotency.ts'
import { checkParameters, CreateRefund, CreateSession, Expandable, NoParameters } from './parameters.ts'
import { authenticationPage, notePage, payPage } from './pay-page.ts'
import { createRefund } from './refunds.ts'
import { openStore, readObject } from './store.ts'
import type { Store } from './store.ts'
import { deliverEvents } from './webhooks.ts'
import type { Webhook } from './webhooks.ts'
import { GatewayError, unknownObject } from './wire.ts'

const BODY_MAX = 64 * 1024
const DELIVERY_MS = 1000
/** The path of the pay page, below the address of the site. */
const PAY_PATH = '/sandbox/pay/'

export type SandboxGateway = {
  /** Where it listens on 127.0.0.1. */
  port: number
  /** Serves the pay page for the site: the answer to a request of a path below `/sandbox/`. */
  page: (request: { method: string; path: string; body: string }) => Promise<Page>
  /** Delivers the events that are due now, not after the next pause; answers how many were due. */
  deliver: () => Promise<number>
  stop: () => Promise<void>
}

/** An answer of the pay page. */
export type Page = { status: number; body: string } | { status: 303; location: string }

/** `webhook` gives where events are delivered; null while nobody takes them. */
type Options = { databaseUrl: string; secretKey: string; publicUrl: string; webhook: () => Webhook | null }

/**
 * Starts a payment gateway for trying out: it speaks the part of Stripe's wire protocol that the app uses, over HTTP on
 * 127.0.0.1, and keeps what it knows in a schema of its own. It shares no code with the app.
 */
export async function startSandboxGateway({
  databaseUrl,
  secretKey,
  publicUrl,
  webhook,
}: Options): Promise<SandboxGateway> {
  const store = await openStore(databaseUrl)
  const pageUrl = (sessionId: string) => publicUrl + PAY_PATH + sessionId
  const server = createServer((request, response) => {
    void serve({ store, secretKey, pageUrl }, request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  let underWay: Promise<number> = Promise.resolve(0)
  const deliver = () => {
    const target = webhook()
    if (target !== null) underWay = underWay.then(() => deliverEvents(store, target).catch(() => 0))
    return underWay
  }
  const timer = setInterval(() => void deliver(), DELIVERY_MS)
  return {
    port: (server.address() as AddressInfo).port,
    page: (request) => answerPage(store, request),
    deliver,
    async stop() {
      clearInterval(timer)
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
      await underWay
      await store.close()
    },
  }
}

type Gateway = { store: Store; secretKey: string; pageUrl: (sessionId: string) => string }

async function serve(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, value: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${Date.now()}` })
    response.end(JSON.stringify(value))
  }
  try {
    if (request.headers.authorization !== `Bearer ${gateway.secretKey}`) {
      throw new GatewayError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    const body = await readBody(request)
    const call = { method: request.method ?? 'GET', url: request.url ?? '/', body }
    const key = request.headers['idempotency-key']
    const answer = () => answerCall(gateway, call)
    const repeatable = typeof key === 'string' && call.method === 'POST'
    const value = repeatable ? await answerOnce(gateway.store, { ...call, key }, answer) : await answer()
    send(200, value)
  } catch (error) {
    if (error instanceof GatewayError) send(error.status, error.body)
    else send(500, { error: { type: 'api_error', message: 'An unexpected error occurred.' } })
  }
}

async function answerCall(
  { store, pageUrl }: Gateway,
  { method, url, body }: { method: string; url: string; body: string },
): Promise<unknown> {
  const { pathname, search } = new URL(url, 'http://localhost')
  const [version, area, ...rest] = pathname.slice(1).split('/')
  const path = `${method} /${version}/${area}`
  const query = search.slice(1)
  if (path === 'POST /v1/checkout' && rest.length === 1)
    return createSession(store, checkParameters(CreateSession, body), pageUrl)
  const [, sessionId = '', action] = rest
  if (path === 'GET /v1/checkout' && rest.length === 2) {
    const { expand } = checkParameters(Expandable, query)
    return expandIntent(store, await readSession(store, sessionId), expand?.includes('payment_intent') ?? false)
  }
  if (path === 'POST /v1/checkout' && action === 'expire') {
    checkParameters(NoParameters, body)
    return expireSession(store, sessionId)
  }
  if (path === 'POST /v1/refunds') return createRefund(store, checkParameters(CreateRefund, body))
  const kind = method === 'GET' ? KINDS[area ?? ''] : undefined
  const [id = ''] = rest
  if (kind && rest.length === 1) {
    const found = await readObject(store.connection, { id, kind })
    if (!found) throw unknownObject(kind, id)
    return found
  }
  const message = `Unrecognized request URL (${method}: ${pathname}).`
  throw new GatewayError(404, { type: 'invalid_request_error', message })
}

const KINDS: Record<string, string> = { payment_intents: 'payment_intent', events: 'event', refunds: 'refund' }

async function expandIntent(store: Store, session: Stripe.Checkout.Session, isWanted: boolean) {
  if (!isWanted || typeof session.payment_intent !== 'string') return session
  const at = { id: session.payment_intent, kind: 'payment_intent' } as const
  return { ...session, payment_intent: await readObject<Stripe.PaymentIntent>(store.connection, at) }
}

async function answerPage(
  store: Store,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<Page> {
  const id = path.startsWith(PAY_PATH) ? path.slice(PAY_PATH.length) : ''
  const session = await readSession(store, id).catch((error: unknown) => {
    if (error instanceof GatewayError && error.status === 404) return null
    throw error
  })
  if (!session) return { status: 404, body: notePage('There is no such payment', 'The link may be incomplete.') }
  if (session.status === 'expired')
    return { status: 200, body: notePage('This payment has expired', 'Nothing was charged. Begin again in the app.') }
  const success = (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', id)
  const pressed = method === 'POST' ? new URLSearchParams(body).get('answer') : null
  if (session.status === 'complete') return { status: 303, location: success }
  if (pressed === null) {
    return { status: 200, body: payPage({ session, items: await itemsOf(store, id), isDeclined: false }) }
  }
  if (pressed === 'authenticate') return { status: 200, body: authenticationPage() }
  if (pressed === 'cancel') return { status: 303, location: session.cancel_url ?? success }
  if (pressed === 'pay' || pressed === 'confirm' || pressed === 'close') {
    await answerSession(store, id, 'pay')
    const paid = notePage('Paid', 'You can close this page.')
    return pressed === 'close' ? { status: 200, body: paid } : { status: 303, location: success }
  }
  const declined = await answerSession(store, id, 'decline')
  return { status: 200, body: payPage({ session: declined, items: await itemsOf(store, id), isDeclined: true }) }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request as AsyncIterable<string>) {
    body += chunk
    if (body.length > BODY_MAX) {
      throw new GatewayError(413, { type: 'invalid_request_error', message: 'The request is too large.' })
    }
  }
  return body
}
