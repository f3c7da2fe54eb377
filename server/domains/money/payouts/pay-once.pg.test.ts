import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Charge } from '../money/charges/entity.ts'
import { brokenRules } from '../money/testing/books.ts'
import { PayoutDetails } from './details/entity.ts'
import { followJob } from './jobs.ts'
import { earn } from './testing/earn.ts'
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

const { payable, ask, decide, view, payoutsOf, transfersTo } = payoutDesk(
  () => server,
  () => fan,
)

test.each(['transfer', 'payOut'] as const)(
  'a connection to the provider that breaks off after the whole call of %s pays once, days later too',
  async (name) => {
    const creator = await payable()
    const { gateway } = server.app.payments
    if (!gateway) throw new Error('there is no gateway')
    const { payees } = gateway
    let cuts = 0
    gateway.payees = {
      ...payees,
      [name]: async (order: { reference: string } & Parameters<typeof payees.payOut>[0]) => {
        // Nothing is locked while the provider is called.
        const id = order.reference.slice(0, 36)
        await transact(server.app, null, (tx) =>
          tx.em.execute('select 1 from payout where id = ? for update nowait', [id]),
        )
        const sent = await payees[name](order)
        cuts += 1
        if (cuts === 1) throw new Error('the connection broke off')
        return sent
      },
    }
    try {
      const { body } = await ask(creator)
      await decide('approve', String(body['_id']))
      await expect.poll(() => cuts).toBe(1)
      expect((await view(creator, body['_id']))['status']).toBe('processing')
      // The provider forgets keys after a day.
      await server.app.orm.em.fork().execute('delete from sandbox_gateway.call')
      await followJob.run(server.app, new AbortController().signal)
      expect([cuts, (await view(creator, body['_id']))['status']]).toEqual([2, 'paid'])
      expect(await transfersTo(creator)).toEqual([{ amount: 6000, amount_reversed: 0 }])
      expect(await payoutsOf(creator)).toEqual([{ amount: 6000 }])
    } finally {
      gateway.payees = payees
    }
  },
)

test('a transfer that was taken back before the server was killed is not paid out', async () => {
  const creator = await payable()
  const { gateway } = server.app.payments
  if (!gateway) throw new Error('there is no gateway')
  const { payees } = gateway
  const { accountId } = await server.app.orm.em.fork().findOneOrFail(PayoutDetails, { performerId: creator.id })
  const enable = (isOn: boolean) =>
    server.app.orm.em
      .fork()
      .execute(`update sandbox_gateway.object set data = data || ?::jsonb where id = ?`, [
        JSON.stringify({ payouts_enabled: isOn }),
        accountId,
      ])
  let cuts = 0
  gateway.payees = {
    ...payees,
    async takeBack(transferId) {
      await payees.takeBack(transferId)
      cuts += 1
      if (cuts === 1) throw new Error('the connection broke off')
    },
  }
  try {
    const { body } = await ask(creator)
    await enable(false)
    await decide('approve', String(body['_id']))
    await expect.poll(() => cuts).toBe(1)
    await enable(true)
    await server.app.orm.em.fork().execute('delete from sandbox_gateway.call')
    await followJob.run(server.app, new AbortController().signal)
    expect((await view(creator, body['_id']))['status']).toBe('failed')
    expect(await transfersTo(creator)).toEqual([{ amount: 6000, amount_reversed: 6000 }])
    expect(await payoutsOf(creator)).toEqual([])
  } finally {
    gateway.payees = payees
  }
})

test('a payout that is refused after its transfer takes the transfer back', async () => {
  const creator = await payable()
  const { accountId } = await server.app.orm.em.fork().findOneOrFail(PayoutDetails, { performerId: creator.id })
  const close = `update sandbox_gateway.object set data = data || '{"payouts_enabled": false}' where id = ?`
  const { body } = await ask(creator)
  await server.app.orm.em.fork().execute(close, [accountId])
  await decide('approve', String(body['_id']))
  await expect.poll(async () => (await view(creator, body['_id']))['status']).toBe('failed')
  expect((await view(creator, body['_id']))['reason']).toMatch(/^The payment provider refused the payout/)
  expect(await transfersTo(creator)).toEqual([{ amount: 6000, amount_reversed: 6000 }])
})

test('a payout waits while the balance at the provider is too low, and is paid once it is not', async () => {
  const creator = await payable()
  const { sandbox } = server.app.payments
  const balance = await transferredSoFar()
  await sandbox?.setOwnMoney(balance + 5999)
  try {
    const { body } = await ask(creator)
    await decide('approve', String(body['_id']))
    const reason = async () => (await view(creator, body['_id']))['reason']
    await expect.poll(reason).toMatch(/^Your payout waits until money has arrived/)
    await followJob.run(server.app, new AbortController().signal)
    expect(await view(creator, body['_id'])).toMatchObject({ status: 'processing' })
    expect(await transfersTo(creator)).toEqual([])
    await sandbox?.setOwnMoney(balance + 6000)
    await followJob.run(server.app, new AbortController().signal)
    expect(await view(creator, body['_id'])).toMatchObject({ status: 'paid', reason: null })
    expect(await transfersTo(creator)).toEqual([{ amount: 6000, amount_reversed: 0 }])
    expect(await payoutsOf(creator)).toEqual([{ amount: 6000 }])
  } finally {
    await sandbox?.setOwnMoney(100_000_000)
  }
})

test('an account that is paid in another currency is refused in words', async () => {
  const creator = await payable()
  const em = server.app.orm.em.fork()
  const { accountId } = await em.findOneOrFail(PayoutDetails, { performerId: creator.id })
  const paidIn = `update sandbox_gateway.object set data = jsonb_set(data, '{default_currency}', '"eur"') where id = ?`
  await em.execute(paidIn, [accountId])
  const { status, body } = await call(server, 'POST /stripe/accounts', { token: creator.token, body: {} })
  expect([status, body['message']]).toEqual([
    409,
    'Your account at Stripe is not paid in USD, as this site pays. Choose payouts to your bank account.',
  ])
  expect((await ask(creator)).status).toBe(403)
})

test('a payout that failed is canceled, or asked for again by the method that was chosen since', async () => {
  const creator = await payable('refusing')
  const fail = async () => {
    const { body } = await ask(creator)
    await decide('approve', String(body['_id']))
    await expect.poll(async () => (await view(creator, body['_id']))['status']).toBe('failed')
    return String(body['_id'])
  }
  const change = (id: string, status: string) =>
    call(server, `PUT /payout-requests/${id}`, { token: creator.token, body: { status } })
  const first = await fail()
  const refused = await ask(creator)
  expect([refused.status, refused.body['message']]).toEqual([
    ...[409, 'Your last payout has failed. Request it again, or cancel it first.'],
  ])
  expect((await change(first, 'canceled')).body).toMatchObject({ status: 'canceled' })
  expect((await change(first, 'pending')).status).toBe(409)
  const second = await fail()
  const details = { performerId: creator.id }
  const bank = {
    method: 'bank',
    bank: 'sealed',
    bankLast4: '4321',
    bankCountry: 'DE',
    bankChangedAt: new Date(),
  } as const
  await server.app.orm.em.fork().nativeUpdate(PayoutDetails, details, bank)
  expect((await change(second, 'pending')).body).toMatchObject({ status: 'pending', method: 'bank', last4: '4321' })
})

test('a payout of exactly the balance marks every sale as paid, and one of a cent less leaves the last', async () => {
  const statesAfter = async (amount: number) => {
    const creator = await payable('complete', 1000)
    const second = await earn(server, { from: fan, to: creator, tokens: 1000 })
    const { body } = await ask(creator, { amount })
    await decide('approve', String(body['_id']))
    await expect.poll(async () => (await view(creator, body['_id']))['status']).toBe('paid')
    const sales = await server.app.orm.em.fork().find(Charge, { performerId: creator.id })
    return sales.map(({ id, state }) => `${id === second ? 'second' : 'first'} ${state}`).toSorted()
  }
  expect(await statesAfter(8000)).toEqual(['first paid', 'second paid'])
  expect(await statesAfter(7999)).toEqual(['first paid', 'second available'])
})

/** Cents that the sandbox has sent to accounts. */
async function transferredSoFar(): Promise<number> {
  const [row] = await server.app.orm.em.fork().execute<{ cents: number }[]>(
    `select coalesce(sum((data->>'amount')::int - (data->>'amount_reversed')::int), 0)::int as cents
     from sandbox_gateway.object where kind = 'transfer'`,
  )
  return row?.cents ?? 0
}
