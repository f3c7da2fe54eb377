import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob as settled } from '../../../testing/settle-jobs.ts'
import { call, mailsTo } from '../../people/accounts/testing/api.ts'
import { rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { BooksState, noteBooks } from '../money/ledger/books-state.ts'
import { brokenRules } from '../money/testing/books.ts'
import { payJob } from './jobs.ts'
import { Payout } from './requests/entity.ts'
import { end, payPayout } from './requests/pay.ts'
import { earn, sell } from './testing/earn.ts'
import { payWithoutFactor } from './testing/pay-without-factor.ts'
import { payoutDesk } from './testing/payout-desk.ts'

let server: TestServer
let fan: Person

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
  await payWithoutFactor(server)
  fan = await makePerson(server, 'fan')
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const { makeCreator, payable, openAccount, endHold, calculate, ask, decide, view, transfersTo } = payoutDesk(
  () => server,
  () => fan,
)

async function decisionsOn(id: unknown): Promise<string[]> {
  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: String(id) }, { orderBy: { id: 'asc' } })
  return entries.map(({ action }) => action)
}

test('an approved payout is paid by the provider, counts its sales as paid, and is told by mail', async () => {
  const creator = await payable()
  const calculation = await calculate(creator, { amount: 6000 })
  expect(calculation).toMatchObject({ available: 8000, gross: 6000, fee: 0, net: 6000, reasons: [] })
  const { status, body } = await ask(creator, { note: 'For June' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'pending', amount: 6000, net: 6000, currency: 'USD', note: 'For June' })
  const pending = await call(server, 'GET /payout-requests/check/pending-review', { token: creator.token })
  expect(pending.body).toMatchObject({ pending: true, _id: body['_id'] })
  expect(await calculate(creator)).toMatchObject({ available: 2000, reasons: [{ code: 'open-request' }, {}] })
  expect((await decide('list')).join('\n')).toContain(`${String(body['_id'])}  60.00 USD to ${creator.user.username}`)
  expect(await decide('approve', String(body['_id']))).toEqual(['Approved. It is being paid.'])
  await expect.poll(async () => (await view(creator, body['_id']))['status']).toBe('paid')
  const { timeline } = await view(creator, body['_id'])
  expect((timeline as { status: string }[]).map((step) => step.status)).toEqual([
    'pending',
    'approved',
    'processing',
    'paid',
  ])
  expect((await mailsTo(server, creator.user.email ?? '')).map(({ subject }) => subject)).toContain(
    'Your payout was paid',
  )
  expect(await decisionsOn(body['_id'])).toEqual(['payout.approve'])
  // 60.00 of a sale of 80.00: the whole sale is not paid yet.
  const sales = await call(server, 'GET /performer/earning/search?state=paid', { token: creator.token })
  expect(sales.body['total']).toBe(0)
  expect(await brokenRules(server)).toEqual([])
})

test('payouts that cover whole sales mark them, the first free ones first', async () => {
  const creator = await payable('complete', 1500)
  const first = await call(server, 'GET /performer/earning/search', { token: creator.token })
  await earn(server, { from: fan, to: creator, tokens: 1000 })
  const { body } = await ask(creator, { amount: 7000 })
  await decide('approve', String(body['_id']))
  await expect.poll(async () => (await view(creator, body['_id']))['status']).toBe('paid')
  const paid = await call(server, `GET /performer/earning/search?payoutId=${String(body['_id'])}`, {
    token: creator.token,
  })
  const idsOf = ({ body: { data } }: typeof first) => (data as { _id: string }[]).map(({ _id }) => _id)
  expect(idsOf(paid)).toEqual(idsOf(first))
})

test('the same request again is one; the same id for something else is refused', async () => {
  const creator = await payable()
  const { version } = await calculate(creator)
  const asked = { _id: randomUUID(), version }
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(creator, asked)))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 200)).toHaveLength(19)
  expect((await ask(creator, { ...asked, amount: 7000 })).body['message']).toBe('This was used for something else.')
  const other = await payable()
  expect((await ask(other, { _id: asked._id })).status).toBe(409)
})

test('takes one of two simultaneous requests, and never more than is available', async () => {
  const creator = await payable()
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(creator)))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(all.map(({ status, body }) => (status === 201 ? '' : body['message'])))).toEqual(
    new Set(['', 'You have a request under way.']),
  )
  expect(await server.app.orm.em.fork().count(Payout, { performerId: creator.id })).toBe(1)
})

test.for<[string, object, number, string]>([
  ['less than the least', { amount: 4999 }, 400, 'This is less than the smallest payout.'],
  ['more than there is', { amount: 8001 }, 400, 'You do not have that much available.'],
  ['a balance that has changed', { version: 0 }, 409, 'Your balance has changed meanwhile. Look at it again.'],
  ['another method', { method: 'bank' }, 409, 'Your balance has changed meanwhile. Look at it again.'],
  ['a part of a cent', { amount: 6000.5 }, 400, ''],
  ['a negative amount', { amount: -6000 }, 400, ''],
  ['no id', { _id: undefined }, 400, ''],
])('a request with %s is refused, and nothing is held', async ([, body, status, message]) => {
  const creator = await payable()
  const refused = await ask(creator, body)
  expect(refused.status).toBe(status)
  if (message) expect(refused.body['message']).toBe(message)
  expect(await calculate(creator)).toMatchObject({ available: 8000 })
})

test('each thing that is missing is a reason', async () => {
  const creator = await makeCreator()
  const codes = async () => ((await calculate(creator))['reasons'] as { code: string }[]).map(({ code }) => code)
  expect(await codes()).toEqual(['no-method', 'below-minimum'])
  const refused = await ask(creator)
  expect([refused.status, refused.body['message']]).toEqual([403, 'Say first where the money should go.'])
  await openAccount(creator, 'complete')
  expect(await codes()).toEqual(['new-details', 'below-minimum'])
  await endHold(creator)
  expect(await codes()).toEqual(['below-minimum'])
  await sell(server, { from: fan, to: creator, tokens: 2000 })
  expect(await codes()).toEqual(['below-minimum'])
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  expect((await codes())[0]).toBe('not-approved')
  expect((await call(server, 'POST /stripe/accounts', { token: creator.token, body: {} })).status).toBe(403)
})

test('a request can be changed and canceled while it waits, and then no more', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  const change = (edit: object, who = creator) =>
    call(server, `PUT /payout-requests/${String(body['_id'])}`, { token: who.token, body: edit })
  expect((await change({ amount: 8000, note: 'All' })).body).toMatchObject({ amount: 8000, note: 'All' })
  expect((await change({ amount: 8000 })).status).toBe(200)
  expect(await calculate(creator)).toMatchObject({ available: 0 })
  expect((await change({ amount: 8001 })).status).toBe(400)
  expect((await change({ amount: 4999 })).status).toBe(400)
  expect((await change({ amount: 5000 })).body).toMatchObject({ amount: 5000 })
  expect((await change({ amount: 5000 }, await payable())).status).toBe(404)
  expect((await change({ status: 'canceled' })).body).toMatchObject({ status: 'canceled' })
  expect((await change({ status: 'canceled' })).status).toBe(200)
  expect((await change({ amount: 6000 })).status).toBe(409)
  expect((await change({ status: 'pending' })).status).toBe(409)
  await expect(decide('approve', String(body['_id']))).rejects.toThrow('This payout was canceled.')
  expect(await calculate(creator)).toMatchObject({ available: 8000, reasons: [] })
  expect((await ask(creator)).status).toBe(201)
})

test('a rejected request gives the money back with a reason', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  await expect(decide('reject', String(body['_id']))).rejects.toThrow('Say why')
  await decide('reject', String(body['_id']), 'Send', 'an', 'invoice.')
  expect(await view(creator, body['_id'])).toMatchObject({ status: 'rejected', reason: 'Send an invoice.' })
  expect(await calculate(creator)).toMatchObject({ available: 8000 })
  const [mail] = await mailsTo(server, creator.user.email ?? '')
  expect(mail?.text).toContain('Send an invoice.')
  await expect(decide('approve', String(body['_id']))).rejects.toThrow('This payout was rejected.')
  expect(await decisionsOn(body['_id'])).toEqual(['payout.reject'])
})

test('approved twice and rejected at once, it is decided once', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  const id = String(body['_id'])
  const all = await Promise.allSettled([decide('approve', id), decide('approve', id), decide('reject', id, 'No')])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await decisionsOn(id)).toHaveLength(1)
  await settled(server, payJob)
  await expect.poll(async () => (await view(creator, id))['status']).toMatch(/paid|rejected/)
  expect(await brokenRules(server)).toEqual([])
})

test('a bank that refuses sends the money back to the platform; the creator asks again', async () => {
  const creator = await payable('refusing')
  const { body } = await ask(creator)
  const id = String(body['_id'])
  await decide('approve', id)
  await expect.poll(async () => (await view(creator, id))['status']).toBe('failed')
  expect((await view(creator, id))['reason']).toMatch(/^The bank sent the payout back/)
  expect(await calculate(creator)).toMatchObject({ available: 2000 })
  expect(await transfersTo(creator)).toEqual([{ amount: 6000, amount_reversed: 6000 }])
  const change = (edit: object) => call(server, `PUT /payout-requests/${id}`, { token: creator.token, body: edit })
  expect((await change({ amount: 5500 })).status).toBe(409)
  expect((await change({ status: 'pending' })).body).toMatchObject({ status: 'pending', reason: null })
  await decide('approve', id)
  await expect.poll(() => transfersTo(creator)).toHaveLength(2)
  await expect.poll(async () => (await view(creator, id))['status']).toBe('failed')
  expect((await change({ status: 'pending' })).status).toBe(200)
  expect((await change({ status: 'canceled' })).body).toMatchObject({ status: 'canceled' })
  expect(await calculate(creator)).toMatchObject({ available: 8000 })
})

test('a creator who is closed meanwhile does not ask again for a payout that failed', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  const id = String(body['_id'])
  await expect(decide('paid', id)).rejects.toThrow('The payment provider tells how this payout ends.')
  const attempt = (number: number, reason: string | null) =>
    transact(server.app, null, (tx) => end(tx, { id, attempt: number, reason }))
  const begun = { status: 'processing', attempt: 2 } as const
  await server.app.orm.em.fork().nativeUpdate(Payout, { id }, begun)
  await attempt(1, null)
  expect((await view(creator, id))['status'], 'the end of another attempt').toBe('processing')
  await attempt(2, 'The bank refused.')
  await attempt(2, null)
  expect((await view(creator, id))['status'], 'told twice').toBe('failed')
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  const again = { token: creator.token, body: { status: 'pending' } }
  expect((await call(server, `PUT /payout-requests/${id}`, again)).status).toBe(403)
  expect((await view(creator, id))['status']).toBe('failed')
})

test('while the books are wrong nothing is paid, and the server says so', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  await noteBooks(server.app, [{ rule: 'A rule.', at: ['here'] }])
  try {
    expect(await (await fetch(`${server.url}/ready`)).json()).toMatchObject({ status: 'the books are wrong' })
    await expect(decide('approve', String(body['_id']))).rejects.toThrow('Payouts are paused')
    const id = String(body['_id'])
    const em = () => server.app.orm.em.fork()
    // Approved a moment before the check.
    await em().nativeUpdate(Payout, { id }, { status: 'approved' })
    await expect(payPayout(server.app, id)).rejects.toThrow('payouts wait until the books are right')
    await em().nativeUpdate(Payout, { id }, { status: 'pending' })
    const other = await payable()
    expect([(await ask(other)).status]).toEqual([503])
  } finally {
    await noteBooks(server.app, [])
  }
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(await server.app.orm.em.fork().count(BooksState)).toBe(1)
})

test('the database has one open request of a creator, and none that its fee takes whole', async () => {
  const creator = await payable()
  const { body } = await ask(creator)
  const again = `insert into payout select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
    from payout p where id = ?`
  const em = () => server.app.orm.em.fork()
  expect((await ask(creator, { amount: 2000 })).status).toBe(409)
  await expect(em().execute(again, [body['_id']])).rejects.toThrow('payout_open_unique')
  await expect(em().execute('update payout set fee = amount')).rejects.toThrow('payout_amount_check')
})

test('audit entries never change', async () => {
  for (const sql of ['update audit_entry set operator = null', 'delete from audit_entry', 'truncate audit_entry']) {
    await expect(server.app.orm.em.fork().execute(sql)).rejects.toThrow('what was decided is never changed')
  }
})
