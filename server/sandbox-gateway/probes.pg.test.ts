import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../testing/postgres.ts'
import type { ClonedDatabase } from '../testing/postgres.ts'
import { startSandboxGateway } from './sandbox-gateway.ts'
import type { SandboxGateway } from './sandbox-gateway.ts'

const KEY = 'sk_test_the_key_of_the_probes_4711'

let database: ClonedDatabase
let sandbox: SandboxGateway
let stripe: Stripe
/** A customer, one with a saved card, and that card. */
let customer: string
let payer: { customer: string; payment_method: string }
let account: string
beforeAll(async () => {
  database = await cloneDatabase()
  const urls = { databaseUrl: database.url, publicUrl: 'http://127.0.0.1' }
  sandbox = await startSandboxGateway({ ...urls, secretKey: KEY, webhook: () => null })
  const local = { host: '127.0.0.1', port: sandbox.port, protocol: 'http' } as const
  stripe = new Stripe(KEY, { ...local, maxNetworkRetries: 0, telemetry: false })
  customer = (await stripe.customers.create({})).id
  payer = await savedCard()
  account = await openAccount()
})
beforeEach(() => sandbox.recover())
afterAll(async () => {
  await sandbox.stop()
  await database.drop()
})

type Checkout = Stripe.Checkout.SessionCreateParams

const item = (unit_amount: number, currency = 'usd') => ({
  ...{ quantity: 1, price_data: { currency, unit_amount, product_data: { name: 'Tokens' } } },
})

function checkout(edit: Partial<Checkout> = {}): Promise<Stripe.Checkout.Session> {
  const url = 'http://127.0.0.1/back'
  return stripe.checkout.sessions.create({ mode: 'payment', success_url: url, line_items: [item(500)], ...edit })
}

async function press(url: string | null, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form).toString()
  await sandbox.page({ method: 'POST', path: new URL(url ?? '').pathname, body })
}

async function savedCard(): Promise<typeof payer> {
  const { id } = await stripe.customers.create({})
  const setup = await checkout({ mode: 'setup', currency: 'usd', customer: id, line_items: [] })
  await press(setup.url, { answer: 'pay', card: 'works' })
  const [card] = (await stripe.customers.listPaymentMethods(id)).data
  return { customer: id, payment_method: card?.id ?? '' }
}

async function openAccount(): Promise<string> {
  const { id } = await stripe.accounts.create({ type: 'express', country: 'US' })
  const urls = { return_url: 'http://127.0.0.1/a', refresh_url: 'http://127.0.0.1/b' }
  const { url } = await stripe.accountLinks.create({ account: id, type: 'account_onboarding', ...urls })
  await press(url, { answer: 'complete' })
  return id
}

function charge(edit: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const away = { off_session: true, confirm: true } as const
  return stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...payer, ...away, ...edit })
}

const transfer = (edit: Partial<Stripe.TransferCreateParams> = {}) =>
  stripe.transfers.create({ amount: 100, currency: 'usd', destination: account, ...edit })

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'value']))

const invalid = { type: 'StripeInvalidRequestError', statusCode: 400 }
const missing = (param: string) => ({ ...invalid, code: 'resource_missing', param })
const unknown = { ...missing('id'), statusCode: 404 }
const small = { ...invalid, code: 'amount_too_small' }

const refused: [string, () => Promise<unknown>, object][] = [
  ['a checkout of an unknown customer', () => checkout({ customer: 'cus_none' }), missing('customer')],
  ['a checkout of 49 cents', () => checkout({ line_items: [item(49)] }), { ...small, message: /at least \$0\.50 usd/ }],
  ['a checkout of 29 pence', () => checkout({ line_items: [item(29, 'gbp')] }), small],
  ['a checkout of 49 yen', () => checkout({ line_items: [item(49, 'jpy')] }), { ...small, message: /¥50 jpy/ }],
  ['a checkout of a million', () => checkout({ line_items: [item(1e8)] }), { ...invalid, code: 'amount_too_large' }],
  ['a checkout of two currencies', () => checkout({ line_items: [item(500), item(500, 'eur')] }), invalid],
  ['a checkout without a mode', () => checkout({ mode: undefined as never }), { ...invalid, param: 'mode' }],
  [
    '51 keys of metadata',
    () => checkout({ metadata: keys(51) }),
    { ...invalid, param: 'metadata', message: /50 keys/ },
  ],
  [
    'a key of 41 characters',
    () => checkout({ metadata: { ['k'.repeat(41)]: 'v' } }),
    { ...invalid, param: 'metadata', message: /Invalid key: k+ must be a string under 40/ },
  ],
  [
    'a value of 501 characters',
    () => stripe.customers.create({ metadata: { note: 'v'.repeat(501) } }),
    { ...invalid, param: 'metadata', message: /Invalid val: v+ must be a string under 500/ },
  ],
  [
    'metadata of a later payment that is too long',
    () => checkout({ payment_intent_data: { metadata: keys(51) } }),
    { ...invalid, param: 'payment_intent_data[metadata]' },
  ],
  ['51 keys of a transfer', () => transfer({ metadata: keys(51) }), { ...invalid, param: 'metadata' }],
  ['a charge of 49 cents', () => charge({ amount: 49 }), { ...small, param: 'amount' }],
  ['a charge of an unknown customer', () => charge({ customer: 'cus_none' }), missing('customer')],
  ['a charge of an unknown card', () => charge({ payment_method: 'pm_none' }), missing('payment_method')],
  ['a charge of another customer’s card', () => charge({ customer }), { ...invalid, param: 'payment_method' }],
  ['a refund of an unknown payment', () => refund('pi_none'), missing('payment_intent')],
  ['a refund of more than was paid', async () => refund((await charge()).id, 501), { ...invalid, param: 'amount' }],
  ['a transfer to an unknown account', () => transfer({ destination: 'acct_none' }), missing('destination')],
  ['a transfer of more than there is', () => transfer({ amount: 1e9 }), { ...invalid, code: 'balance_insufficient' }],
  [
    'a payout of more than there is',
    () => stripe.payouts.create({ amount: 1e6, currency: 'usd' }, { stripeAccount: account }),
    { ...invalid, code: 'balance_insufficient' },
  ],
  [
    'a page behind an unknown object',
    () => stripe.events.list({ starting_after: 'evt_none' }),
    missing('starting_after'),
  ],
  ['an unknown customer', () => stripe.customers.retrieve('cus_none'), unknown],
  ['an unknown move of a balance', () => stripe.balanceTransactions.retrieve('txn_none'), unknown],
  [
    'a parameter that does not exist',
    () => stripe.customers.create({ colour: 'red' } as never),
    { ...invalid, code: 'parameter_unknown', param: 'colour' },
  ],
]

test.each(refused)('refuses %s', async (_, call, { message = /./, ...error }: { message?: RegExp }) => {
  await expect(call()).rejects.toMatchObject({ ...error, message: expect.stringMatching(message) as string })
})

function refund(payment_intent: string, amount?: number) {
  return stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) })
}

test('takes what is just within the bounds', async () => {
  const longest = { ['k'.repeat(40)]: 'v'.repeat(500), ...keys(49) }
  const session = await checkout({ customer, line_items: [item(50)], metadata: longest })
  expect(session).toMatchObject({ customer, amount_total: 50, metadata: longest })
  expect(await checkout({ line_items: [item(30, 'gbp')] })).toMatchObject({ amount_total: 30 })
  expect(await charge({ amount: 50 })).toMatchObject({ status: 'succeeded', amount_received: 50 })
})

test('replays an answer under its key, and says so', async () => {
  const idempotencyKey = randomUUID()
  const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  const again = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey })
  expect(again.id).toBe(first.id)
  const header = ({ lastResponse }: typeof first) => lastResponse.headers['idempotent-replayed']
  expect([header(first), header(again)]).toEqual([undefined, 'true'])
  const other = stripe.customers.create({ name: 'Grace' }, { idempotencyKey })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('replays a refusal and an accident under their key', async () => {
  const [poor, broken] = [randomUUID(), randomUUID()]
  const pay = (idempotencyKey: string, amount: number) =>
    stripe.transfers.create({ amount, currency: 'usd', destination: account }, { idempotencyKey })
  const headers = { 'idempotent-replayed': 'true' }
  await expect(pay(poor, 1e9)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await expect(pay(poor, 1e9)).rejects.toMatchObject({ code: 'balance_insufficient', headers })
  sandbox.fail({ call: 'POST /v1/transfers', with: 'accident' })
  await expect(pay(broken, 100)).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  // The fault is over, and its answer stays.
  await expect(pay(broken, 100)).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500, headers })
  expect(await pay(randomUUID(), 100)).toMatchObject({ amount: 100 })
})

test.each([409, 429] as const)('a call that meets %i before it begins may succeed under its key', async (status) => {
  const idempotencyKey = randomUUID()
  sandbox.fail({ call: 'POST /v1/customers', with: status })
  await expect(stripe.customers.create({}, { idempotencyKey })).rejects.toMatchObject({ statusCode: status })
  expect((await stripe.customers.create({}, { idempotencyKey })).lastResponse.headers).not.toHaveProperty(
    'idempotent-replayed',
  )
})

test('wrong parameters are not remembered under their key', async () => {
  const idempotencyKey = randomUUID()
  const create = (metadata: Record<string, string>) => stripe.customers.create({ metadata }, { idempotencyKey })
  await expect(create(keys(51))).rejects.toMatchObject(invalid)
  expect(await create(keys(50))).toMatchObject({ metadata: keys(50) })
})

test('each move of money is in the history of its balance, which it adds up to', async () => {
  const balance = async (options = {}) => (await stripe.balance.retrieve({}, options)).available[0]?.amount ?? 0
  const [before, mine] = [await balance(), { stripeAccount: account }]
  const theirs = await balance(mine)
  const paid = await charge({ amount: 900 })
  const back = await refund(paid.id, 200)
  const sent = await transfer({ amount: 300 })
  const reversal = await stripe.transfers.createReversal(sent.id, { amount: 50 })
  const payout = await stripe.payouts.create({ amount: 100, currency: 'usd' }, mine)
  expect([(await balance()) - before, (await balance(mine)) - theirs]).toEqual([450, 150])
  const told = async (id: unknown, options = {}) => {
    const { amount, net, fee, type, source } = await stripe.balanceTransactions.retrieve(String(id), {}, options)
    return { amount, net, fee, type, source }
  }
  const moves = await stripe.balanceTransactions.list({ limit: 4 })
  expect(moves.data.map(({ amount, type }) => [type, amount])).toEqual([
    ...[['transfer_refund', 50] as const, ['transfer', -300] as const],
    ...[['refund', -200] as const, ['charge', 900] as const],
  ])
  const noFee = (amount: number) => ({ amount, net: amount, fee: 0 })
  expect(await told(back.balance_transaction)).toEqual({ ...noFee(-200), type: 'refund', source: back.id })
  expect(await told(sent.balance_transaction)).toEqual({ ...noFee(-300), type: 'transfer', source: sent.id })
  const type = 'transfer_refund'
  expect(await told(reversal.balance_transaction)).toEqual({ ...noFee(50), type, source: reversal.id })
  expect(await told(payout.balance_transaction, mine)).toEqual({ ...noFee(-100), type: 'payout', source: payout.id })
  // One account does not see the moves of another.
  await expect(told(payout.balance_transaction)).rejects.toMatchObject(unknown)
  const [ofCharge] = (await stripe.balanceTransactions.list({ source: paid.latest_charge as string })).data
  expect(ofCharge).toMatchObject({ amount: 900, type: 'charge' })
})

test('a dispute takes the money of a payment once, and gives it back where it is won', async () => {
  const { id: paymentId } = await charge({ amount: 700 })
  const dispute = await sandbox.openDispute({ paymentId, status: 'warning_needs_response' })
  const amounts = async () => (await stripe.balanceTransactions.list({ source: dispute })).data.map(({ net }) => net)
  expect(await amounts()).toEqual([])
  await sandbox.moveDispute(dispute, 'needs_response')
  await sandbox.moveDispute(dispute, 'lost')
  expect(await amounts()).toEqual([-700])
  await sandbox.moveDispute(dispute, 'won')
  expect(await amounts()).toEqual([700, -700])
})
