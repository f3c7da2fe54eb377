import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { confirmCardSetup } from './cards/confirm.ts'
import { PaymentCard } from './cards/entity.ts'
import { settleOverdue } from './jobs.ts'
import { PaymentOrder } from './orders/entity.ts'
import { press, saveCard } from './testing/pay.ts'

let server: TestServer
let now = new Date()

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
    clock: () => now,
  })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

function topUpBy(
  { token }: Person,
  cardId: string,
  { _id = randomUUID(), tokens = 100 }: { _id?: string; tokens?: number } = {},
) {
  return call(server, 'POST /payment/wallet/top-up', { token, body: { _id, tokens, amount: tokens * 5, cardId } })
}

async function balanceOf({ token }: Person): Promise<unknown> {
  return (await call(server, 'GET /users/me', { token })).body['balance']
}

async function cardsOf({ token }: Person): Promise<Record<string, unknown>[]> {
  return (await call(server, 'GET /payment-cards', { token })).body['data'] as Record<string, unknown>[]
}

/** The payments that the sandbox has taken in full, by their order. */
async function takenBy(id: string): Promise<number> {
  const rows = await server.app.orm.em.execute<unknown[]>(
    `select 1 from sandbox_gateway.object
     where kind = 'payment_intent' and data->>'status' = 'succeeded' and data->'metadata'->>'reference' = ?`,
    [id],
  )
  return rows.length
}

test('a card is saved on the page of the provider, once, and the first is the default', async () => {
  const person = await makePerson(server, 'saves_cards')
  const other = await makePerson(server, 'other_owner')
  const { token } = person
  const body = { _id: randomUUID() }
  const begun = await Promise.all(Array.from({ length: 5 }, () => call(server, 'POST /stripe/cards', { token, body })))
  expect(new Set(begun.map((answer) => answer.body['checkoutId'])).size).toBe(1)
  const { checkoutId, url } = begun[0]?.body ?? {}
  const confirm = (who: Person) =>
    call(server, 'POST /stripe/confirm-registration', { token: who.token, body: { checkoutId } })
  expect((await confirm(person)).status).toBe(409)
  expect(await (await press(server, url, { answer: 'decline' })).text()).toContain('It was not saved.')
  expect((await press(server, url, { answer: 'cancel' })).headers.get('location')).toBe('http://127.0.0.1/cards')
  expect(await cardsOf(person)).toEqual([])
  expect(await (await press(server, url, { answer: 'authenticate' })).text()).toContain('Confirm at your bank')
  expect((await press(server, url, { answer: 'confirm' })).status).toBe(303)
  expect((await confirm(other)).status).toBe(404)
  const all = await Promise.all(Array.from({ length: 5 }, () => confirm(person)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await cardsOf(person)).toMatchObject([{ _id: body._id, last4: '4242', isDefault: true, status: 'active' }])
  expect((await call(server, 'POST /stripe/cards', { token: other.token, body })).status).toBe(409)
})

test('a fault of the provider after the charge says that the card was charged, and the next try settles it', async () => {
  const person = await makePerson(server, 'charged_then_fault')
  const cardId = await saveCard(server, person)
  const { gateway } = server.app.payments
  if (!gateway) throw new Error('there is no gateway')
  const _id = randomUUID()
  const busy = new Refusal('rate-limited', 'The payment provider is busy. Nothing was charged. Try again in a minute.')
  const reading = vi.spyOn(gateway, 'readPayment').mockRejectedValue(busy)
  const answer = await topUpBy(person, cardId, { _id })
  reading.mockRestore()
  expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('was charged') as string } })
  expect(await topUpBy(person, cardId, { _id })).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect([await takenBy(_id), await balanceOf(person)]).toEqual([1, 100])
})

test('another card stands beside it, the same one in its place, and removing passes the default on', async () => {
  const person = await makePerson(server, 'two_cards')
  const { token } = person
  const first = await saveCard(server, person)
  const second = await saveCard(server, person, 'expires')
  const again = await saveCard(server, person)
  expect((await cardsOf(person)).map(({ _id, status }) => [_id, status])).toEqual(
    expect.arrayContaining([
      [again, 'active'],
      [second, expect.stringMatching(/^(active|expiring)$/)],
    ]),
  )
  expect((await cardsOf(person)).map(({ _id }) => _id)).not.toContain(first)
  expect((await call(server, `PUT /payment-cards/${second}/default`, { token })).status).toBe(200)
  expect((await cardsOf(person))[0]).toMatchObject({ _id: second, isDefault: true })
  const both = server.app.orm.em
    .fork()
    .execute('update payment_card set is_default = true where user_id = ?', [person.id])
  await expect(both).rejects.toThrow('payment_card_default_unique')
  const stranger = await makePerson(server, 'stranger_to_cards')
  expect((await call(server, `DELETE /payment-cards/${second}`, { token: stranger.token })).status).toBe(404)
  expect((await topUpBy(stranger, second)).status).toBe(404)
  expect((await call(server, `DELETE /payment-cards/${second}`, { token })).body).toEqual({
    success: true,
    subscriptions: [],
  })
  expect(await cardsOf(person)).toMatchObject([{ _id: again, isDefault: true }])
  expect((await topUpBy(person, second)).status).toBe(404)
})

test('one of two cards saved at once is the default', async () => {
  const person = await makePerson(server, 'saves_two_cards')
  const begin = () => call(server, 'POST /stripe/cards', { token: person.token, body: { _id: randomUUID() } })
  const pages = [(await begin()).body, (await begin()).body]
  let saving: Promise<unknown> | undefined
  await transact(server.app, null, async (tx) => {
    await lock(tx, 'payer', person.id)
    await press(server, pages[0]?.['url'], { answer: 'pay' })
    await press(server, pages[1]?.['url'], { answer: 'pay', card: 'asks' })
    saving = Promise.all(pages.map(({ checkoutId }) => confirmCardSetup(server.app, String(checkoutId))))
    await waitsForLock(server, 2)
  })
  await saving
  expect((await cardsOf(person)).map(({ isDefault }) => isDefault)).toEqual([true, false])
})

test('a saved card pays at once, and the same order sent often is one payment', async () => {
  const person = await makePerson(server, 'pays_at_once')
  const card = await saveCard(server, person)
  const _id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => topUpBy(person, card, { _id })))
  for (const { status, body } of answers) {
    // A call that meets the first at the provider is told to try again.
    expect([200, 503]).toContain(status)
    if (status === 200) expect(body).toMatchObject({ status: 'paid', url: '' })
  }
  expect((await topUpBy(person, card, { _id })).body).toMatchObject({ status: 'paid', url: '' })
  expect(await takenBy(_id)).toBe(1)
  expect(await balanceOf(person)).toBe(100)
})

test('a connection that is cut after the charge leads to one charge, by the own retry of the SDK', async () => {
  const person = await makePerson(server, 'cut_off')
  const card = await saveCard(server, person)
  const _id = randomUUID()
  server.app.payments.sandbox?.fail({ call: 'POST /v1/payment_intents', with: 'cut' })
  expect((await topUpBy(person, card, { _id })).body).toMatchObject({ status: 'paid' })
  expect(await takenBy(_id)).toBe(1)
  expect(await balanceOf(person)).toBe(100)
})

test.each([409, 429, 500] as const)('an answer of %i is tried again', async (status) => {
  const person = await makePerson(server, `answers_${status}`)
  const card = await saveCard(server, person)
  const _id = randomUUID()
  server.app.payments.sandbox?.fail({ call: 'POST /v1/payment_intents', with: status })
  const first = await topUpBy(person, card, { _id })
  // Stripe's SDK does not repeat what was limited: the buyer does.
  if (first.status !== 200)
    expect([first.status, (await topUpBy(person, card, { _id })).status]).toEqual([status === 429 ? 429 : 503, 200])
  expect(await takenBy(_id)).toBe(1)
  expect(await balanceOf(person)).toBe(100)
})

test('a charge whose answer never came is found when its time is over, and is not made again', async () => {
  const person = await makePerson(server, 'never_answered')
  const card = await saveCard(server, person)
  const _id = randomUUID()
  server.app.payments.sandbox?.fail({ call: 'POST /v1/payment_intents', with: 'cut', times: 9 })
  const { status, body } = await topUpBy(person, card, { _id })
  expect([status, body['error']]).toEqual([503, expect.objectContaining({})])
  server.app.payments.sandbox?.recover()
  const before = now
  now = new Date(now.getTime() + 32 * 60 * 1000)
  await settleOverdue.run(server.app, new AbortController().signal)
  now = before
  expect(await takenBy(_id)).toBe(1)
  expect(await balanceOf(person)).toBe(100)
})

test('a declined card charges nothing, and three of them in an hour end the trying', async () => {
  const person = await makePerson(server, 'declined_cards')
  const card = await saveCard(server, person, 'declines')
  for (let time = 0; time < 3; time++) {
    const _id = randomUUID()
    const { status } = await topUpBy(person, card, { _id })
    expect(status).toBe(402)
    expect((await topUpBy(person, card, { _id })).status).toBe(402)
  }
  expect((await topUpBy(person, card)).status).toBe(429)
  expect((await call(server, 'POST /stripe/cards', { token: person.token, body: { _id: randomUUID() } })).status).toBe(
    429,
  )
  expect(await balanceOf(person)).toBe(0)
})

test('a bank that asks leads to the page, where the same order is paid', async () => {
  const person = await makePerson(server, 'bank_asks')
  const card = await saveCard(server, person, 'asks')
  const _id = randomUUID()
  const { body } = await topUpBy(person, card, { _id })
  expect(body).toMatchObject({ status: 'open' })
  await press(server, body['url'], { answer: 'confirm' })
  const path = `GET /stripe/confirm-payment?checkoutId=${String(body['checkoutId'])}` as const
  expect((await call(server, path, { token: person.token })).body).toMatchObject({ status: 'paid', tokens: 100 })
  expect(await balanceOf(person)).toBe(100)
})

test('a card that has expired pays nothing', async () => {
  const person = await makePerson(server, 'expired_card')
  const card = await saveCard(server, person)
  await server.app.orm.em.fork().nativeUpdate(PaymentCard, { id: card }, { expMonth: 1, expYear: 2020 })
  expect(await cardsOf(person)).toMatchObject([{ status: 'expired' }])
  expect((await topUpBy(person, card)).status).toBe(409)
})

test('a new account tops up for 300 a day at most, five times at most, however many calls come at once', async () => {
  const person = await makePerson(server, 'tops_up_often')
  const card = await saveCard(server, person)
  const all = await Promise.all(Array.from({ length: 12 }, () => topUpBy(person, card)))
  expect(all.filter(({ status }) => status === 429)).toHaveLength(7)
  expect(await server.app.orm.em.fork().count(PaymentOrder, { userId: person.id, status: 'paid' })).toBe(5)
  const spender = await makePerson(server, 'tops_up_much')
  const other = await saveCard(server, spender)
  const much = await Promise.all(Array.from({ length: 4 }, () => topUpBy(spender, other, { tokens: 3000 })))
  expect(much.filter(({ status }) => status === 200)).toHaveLength(2)
})

test('no answer and no log has the provider’s id or the fingerprint of a card', async () => {
  const person = await makePerson(server, 'looks_for_ids')
  const id = await saveCard(server, person)
  const { methodId, fingerprint } = await server.app.orm.em.fork().findOneOrFail(PaymentCard, { id })
  const answers = JSON.stringify(await cardsOf(person)) + server.logLines.join()
  for (const secret of [methodId, fingerprint]) expect(answers).not.toContain(String(secret))
  expect(answers).not.toMatch(/\b\d{13,19}\b/)
})
