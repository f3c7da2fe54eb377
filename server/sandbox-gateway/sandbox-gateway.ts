import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerAccountForm, FORM_PATH } from './account-form.ts'
import { accountCalls } from './accounts.ts'
import { answerOnce, refusalOf } from './answer-once.ts'
import type { Answered } from './answer-once.ts'
import { answerPage, PAY_PATH } from './answer-page.ts'
import type { Page } from './answer-page.ts'
import { balanceCalls, setOwnMoney } from './balance.ts'
import { prepareCall } from './calls.ts'
import type { Context } from './calls.ts'
import { cardCalls } from './cards.ts'
import { checkoutCalls } from './checkout.ts'
import { DECIDES_AFTER, decideDisputes, disputeCalls } from './dispute-calls.ts'
import { moveDispute, openDispute } from './disputes.ts'
import type { DisputeStatus, NewDispute } from './disputes.ts'
import { eventCalls } from './event-calls.ts'
import { createFaults } from './faults.ts'
import type { Delivery, Fault, Faults } from './faults.ts'
import { GatewayError } from './gateway-error.ts'
import { balanceTransactionCalls } from './move-balance.ts'
import { paymentCalls } from './payments.ts'
import { payoutCalls } from './payout-calls.ts'
import { failRefund, refundCalls } from './refunds.ts'
import { openStore } from './store.ts'
import { transferCalls } from './transfer-calls.ts'
import { deliverEvents } from './webhooks.ts'
import type { Webhook } from './webhooks.ts'

/** An answer to a dispute has up to 150,000 characters, which a form writes with three each. */
const BODY_MAX = 512 * 1024
const DELIVERY_MS = 1000
const DECISION_MS = 10_000

const calls = [
  ...balanceCalls,
  ...balanceTransactionCalls,
  ...checkoutCalls,
  ...cardCalls,
  ...paymentCalls,
  ...refundCalls,
  ...disputeCalls,
  ...eventCalls,
  ...accountCalls,
  ...transferCalls,
  ...payoutCalls,
]

export type SandboxGateway = {
  /** Where it listens on 127.0.0.1. */
  port: number
  /** Serves the pay page for the site: the answer to a request of a path below `/sandbox/`. */
  page: (request: { method: string; path: string; body: string }) => Promise<Page>
  /** Delivers the events that are due now, not after the next pause; answers how many were due. */
  deliver: () => Promise<number>
  /** Begins the dispute of a payment, and moves it on, as the cardholder's bank would. Answers its id. */
  openDispute: (dispute: NewDispute) => Promise<string>
  moveDispute: (id: string, status: DisputeStatus) => Promise<void>
  /** Lets the banks decide now on every answer that they have, and on disputes whose time to answer is over. */
  decideDisputes: () => Promise<void>
  /** Lets a refund that has succeeded fail, as a bank that sends the money back. */
  failRefund: (id: string) => Promise<void>
  /** Sets the cents that the platform has put in by itself; payments come on top. */
  setOwnMoney: (cents: number) => Promise<void>
  /** Lets calls fail until `recover`, and events go astray, from now on. */
  fail: (fault: Fault) => void
  recover: () => void
  deliverAs: (delivery: Delivery) => void
  stop: () => Promise<void>
}

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
  const faults = createFaults()
  let delivery: Delivery = 'usual'
  const urls = {
    pageUrl: (sessionId: string) => publicUrl + PAY_PATH + sessionId,
    formUrl: (linkId: string) => publicUrl + FORM_PATH + linkId,
  }
  const server = createServer((request, response) => {
    void serve({ store, secretKey, ...urls, faults }, request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  let underWay: Promise<number> = Promise.resolve(0)
  const deliver = () => {
    const target = webhook()
    if (target !== null) underWay = underWay.then(() => deliverEvents(store, { ...target, delivery }).catch(() => 0))
    return underWay
  }
  const timers = [
    setInterval(() => void deliver(), DELIVERY_MS),
    setInterval(() => void decideDisputes(store, { afterSeconds: DECIDES_AFTER }).catch(() => {}), DECISION_MS),
  ]
  return {
    port: (server.address() as AddressInfo).port,
    page: (request) => (request.path.startsWith(FORM_PATH) ? answerAccountForm : answerPage)(store, request),
    deliver,
    openDispute: async (dispute) => (await openDispute(store, dispute)).id,
    async moveDispute(id, status) {
      await moveDispute(store, id, status)
    },
    decideDisputes: () => decideDisputes(store, { afterSeconds: 0 }),
    async failRefund(id) {
      await failRefund(store, id)
    },
    setOwnMoney: (cents) => setOwnMoney(store, cents),
    fail: faults.add,
    recover: faults.clear,
    deliverAs: (wanted) => void (delivery = wanted),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
      await underWay
      await store.close()
    },
  }
}

type Gateway = Context & { secretKey: string; faults: Faults }

async function serve(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = ({ status, body, isReplayed }: Answered) => {
    const replayed = isReplayed ? { 'idempotent-replayed': 'true' } : {}
    const head = { 'content-type': 'application/json', 'request-id': `req_${Date.now()}`, ...replayed }
    response.writeHead(status, head).end(JSON.stringify(body))
  }
  try {
    if (request.headers.authorization !== `Bearer ${gateway.secretKey}`) {
      throw new GatewayError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    const body = await readBody(request)
    const call = { method: request.method ?? 'GET', url: request.url ?? '/', body }
    const key = request.headers['idempotency-key']
    const account = request.headers['stripe-account']
    const context = typeof account === 'string' ? { ...gateway, account } : gateway
    const fault = await gateway.faults.before(`${call.method} ${call.url.replace(/\?.*/, '')}`)
    const work = prepareCall(calls, context, call)
    const answer = fault === 'accident' ? () => Promise.reject(new Error('a planned accident')) : work
    const repeatable = typeof key === 'string' && call.method === 'POST'
    const answered = repeatable
      ? await answerOnce(gateway.store, { ...call, key }, answer)
      : { status: 200, body: await answer(), isReplayed: false }
    if (fault === 'cut') response.destroy()
    else send(answered)
  } catch (error) {
    send({ ...refusalOf(error), isReplayed: false })
  }
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
