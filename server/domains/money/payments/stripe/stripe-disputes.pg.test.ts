import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandboxGateway } from '../../../../sandbox-gateway/sandbox-gateway.ts'
import type { SandboxGateway } from '../../../../sandbox-gateway/sandbox-gateway.ts'
import { cloneDatabase } from '../../../../testing/postgres.ts'
import type { ClonedDatabase } from '../../../../testing/postgres.ts'
import type { Gateway } from '../gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

const KEY = 'sk_test_the_key_of_this_site_4713'

let database: ClonedDatabase
let sandbox: SandboxGateway
let gateway: Gateway
let stripe: Stripe
beforeAll(async () => {
  database = await cloneDatabase()
  sandbox = await startSandboxGateway({
    ...{ databaseUrl: database.url, secretKey: KEY, publicUrl: 'http://127.0.0.1', webhook: () => null },
  })
  const { port } = sandbox
  gateway = stripeGateway({ secretKey: KEY, webhookSecrets: [], port, log: pino({ level: 'silent' }) })
  stripe = new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
})
beforeEach(() => sandbox.recover())
afterAll(async () => {
  await sandbox.stop()
  await database.drop()
})

async function disputed(edit: { status?: 'warning_needs_response'; dueIn?: number } = {}): Promise<string> {
  const [reference, back] = [randomUUID(), 'http://127.0.0.1/back']
  const expiresAt = new Date(Date.now() + 31 * 60_000)
  const order = { reference, title: '100 tokens', amount: 500, currency: 'usd', expiresAt }
  const { id, url } = await gateway.createCheckout({ ...order, successUrl: back, cancelUrl: back })
  await sandbox.page({ method: 'POST', path: new URL(url).pathname, body: 'answer=pay' })
  const { paymentId } = (await gateway.readCheckout(id)) ?? expect.fail('the checkout is gone')
  return sandbox.openDispute({ paymentId: paymentId ?? '', ...edit })
}

const over = { kind: 'conflict', message: 'The payment provider takes no answer to this dispute any more.' }
const whole = {
  ...{ text: 'They watched all of it.', receipt: 'Receipt 7', consent: 'Agreed', access: 'Signed in' },
  customer: { name: 'Ada', email: 'ada@fan.test' },
}

test('reads how long an answer counts, and that none was sent', async () => {
  const began = Date.now()
  const dispute = await gateway.readDispute(await disputed({ dueIn: 3_600 }))
  expect(dispute).toMatchObject({
    ...{ amount: 500, currency: 'usd', status: 'open', stage: 'waiting', answerKey: null, reason: 'fraudulent' },
    isLive: false,
  })
  expect(Math.abs((dispute?.dueAt?.getTime() ?? 0) - began - 3_600_000)).toBeLessThan(10_000)
})

test('sends the chosen texts to the bank, under the names of the provider', async () => {
  const disputeId = await disputed()
  await gateway.answerDispute({ disputeId, key: 'k1', evidence: whole })
  const { evidence, status, metadata } = await stripe.disputes.retrieve(disputeId)
  expect({ evidence, status, metadata }).toMatchObject({
    evidence: {
      ...{ uncategorized_text: 'They watched all of it.', product_description: 'Receipt 7', customer_name: 'Ada' },
      ...{ customer_email_address: 'ada@fan.test', refund_policy_disclosure: 'Agreed' },
      access_activity_log: 'Signed in',
    },
    ...{ status: 'under_review', metadata: { key: 'k1' } },
  })
  expect(await gateway.readDispute(disputeId)).toMatchObject({ status: 'open', stage: 'answered', answerKey: 'k1' })
})

test('sends nothing of the parts that were left out, and cuts a text at the bound', async () => {
  const disputeId = await disputed()
  const evidence = { text: 'No.', access: 'x'.repeat(20_001) }
  await gateway.answerDispute({ disputeId, key: 'k2', evidence })
  const sent = (await stripe.disputes.retrieve(disputeId)).evidence
  expect(sent).toMatchObject({ product_description: null, customer_name: null, refund_policy_disclosure: null })
  expect(sent.access_activity_log).toHaveLength(20_000)
})

test('an answer whose connection broke off is one answer when it is sent again', async () => {
  const disputeId = await disputed()
  sandbox.fail({ call: `POST /v1/disputes/${disputeId}`, with: 'cut', times: 9 })
  const answer = { disputeId, key: 'k3', evidence: whole }
  await expect(gateway.answerDispute(answer)).rejects.toMatchObject({ kind: 'unavailable', isFinal: false })
  sandbox.recover()
  await gateway.answerDispute(answer)
  expect(await gateway.readDispute(disputeId)).toMatchObject({ stage: 'answered', answerKey: 'k3' })
})

test('a second answer, and one after the due time, are refused for good', async () => {
  const [first, late] = [await disputed(), await disputed({ dueIn: -1 })]
  await gateway.answerDispute({ disputeId: first, key: 'k4', evidence: whole })
  await expect(gateway.answerDispute({ disputeId: first, key: 'k5', evidence: whole })).rejects.toMatchObject(over)
  await expect(gateway.answerDispute({ disputeId: late, key: 'k6', evidence: whole })).rejects.toMatchObject(over)
})

test('an accepted dispute is lost, and a decided one can not be accepted', async () => {
  const disputeId = await disputed()
  await gateway.acceptDispute({ disputeId, key: 'k7' })
  expect(await gateway.readDispute(disputeId)).toMatchObject({ status: 'lost', stage: 'over' })
  await expect(gateway.acceptDispute({ disputeId, key: 'k8' })).rejects.toMatchObject(over)
})

test('the sandbox lets a good answer win, a bare one lose, and a due date pass', async () => {
  const [good, bare] = [await disputed(), await disputed()]
  const [late, asked] = [await disputed({ dueIn: -1 }), await disputed({ status: 'warning_needs_response' })]
  for (const disputeId of [good, asked]) await gateway.answerDispute({ disputeId, key: disputeId, evidence: whole })
  await gateway.answerDispute({ disputeId: bare, key: bare, evidence: { text: 'No.' } })
  await sandbox.decideDisputes()
  const ends = [good, bare, late, asked].map(async (id) => (await gateway.readDispute(id))?.status)
  expect(await Promise.all(ends)).toEqual(['won', 'lost', 'lost', 'inquiry'])
  expect(await gateway.readDispute(asked)).toMatchObject({ stage: 'over' })
})
