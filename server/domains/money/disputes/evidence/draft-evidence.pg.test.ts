import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { saveCard, topUp } from '../../payments/testing/pay.ts'
import { sell } from '../../payouts/testing/earn.ts'
import { buyByCard } from '../../subscriptions/testing/by-card.ts'
import { offer } from '../../subscriptions/testing/subscribe.ts'
import { Dispute } from '../entity.ts'
import { followDispute } from '../follow-dispute.ts'
import { draftEvidence, partsInWords } from './draft-evidence.ts'

let server: TestServer
let creator: Person

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  creator = await makePerson(server, 'creator_of_evidence', true)
  await offer(server, creator, { prices: { monthly: 700 } })
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

async function draftOf(order: Pick<PaymentOrder, 'id'>) {
  const { paymentId } = await em().findOneOrFail(PaymentOrder, { id: order.id })
  const gatewayId = (await server.app.payments.sandbox?.openDispute({ paymentId: paymentId ?? '' })) ?? ''
  await followDispute(server.app, gatewayId)
  const dispute = await em().findOneOrFail(Dispute, { gatewayId })
  return draftEvidence({ app: server.app, em: em() }, dispute)
}

async function subscribed(name: string): Promise<{ fan: Person; order: PaymentOrder }> {
  const fan = await makePerson(server, name)
  await buyByCard(server, fan, { to: creator, price: 700, cardId: await saveCard(server, fan) })
  return { fan, order: await em().findOneOrFail(PaymentOrder, { userId: fan.id, kind: 'subscription' }) }
}

test('a term brings its receipt, the agreed terms, and the messages and comments since', async () => {
  const { fan, order } = await subscribed('reads_all')
  const post = randomUUID()
  const conversation = await call(server, 'POST /conversations', {
    token: fan.token,
    body: { sourceId: creator.id },
  })
  await em().execute(
    `insert into comment (id, object_type, object_id, performer_id, author_id, text, mentions, status, created_at)
     values (?, 'feed', ?, ?, ?, 'Nice', '{}', 'visible', now())`,
    [randomUUID(), post, creator.id, fan.id],
  )
  const conversationId = String(conversation.body['_id'])
  for (const [seq, senderId] of [creator.id, creator.id, fan.id].entries())
    await em().execute(
      `insert into message (id, conversation_id, seq, sender_id, text, price, tip, is_automatic, is_deleted, is_hidden, created_at, updated_at)
       values (?, ?, ?, ?, 'Hello', 0, 0, false, false, false, now(), now())`,
      [randomUUID(), conversationId, seq + 101, senderId],
    )
  await em().execute('update conversation_member set read_seq = 101 where conversation_id = ? and user_id = ?', [
    ...[conversationId, fan.id],
  ])
  const { text, evidence } = await draftOf(order)
  expect(text).toMatch(/for \$7\.00 on 20.* The account used it afterwards/)
  expect(evidence.receipt).toMatch(/^.*, bought at .+ for \$7\.00 on .*\nReceipt number \d+, order /)
  expect(evidence.receipt).toContain('Paid with the card visa that ends with 4242.')
  expect(evidence.customer).toEqual({ name: fan.user.name, email: fan.user.email })
  expect(evidence.consent).toMatch(
    /ticked the terms of subscriptions, version 2026-11, before buying\. The price of \$7\.00/,
  )
  const lines = evidence.access?.split('\n') ?? []
  expect(lines[0]).toMatch(/^Subscription to creator_of_evidence: open from 20.* UTC to 20.* UTC\.$/)
  expect(lines).toContain('Messages with creator_of_evidence since then: 2 received, 1 of them read, 1 sent.')
  expect(lines).toContain('Comments with creator_of_evidence since then: 1.')
  expect(lines.at(-1)).toMatch(/^Signed in on /)
})

test('a renewal names the consent of the term that was bought', async () => {
  const { order } = await subscribed('renews_once')
  const [{ id }] = (await em().execute<{ id: string }[]>('select id from charge where order_id = ?', [order.id])) as [
    { id: string },
  ]
  await em().execute('update subscription_period set number = 2, consent = null where id = ?', [id])
  await em().execute(
    `insert into subscription_period (id, subscription_id, number, type, price, currency, source, starts_at, ends_at, consent, created_at)
     select gen_random_uuid(), subscription_id, 1, type, price, currency, source, starts_at, ends_at, '2026-09', now() - interval '40 days'
     from subscription_period where id = ?`,
    [id],
  )
  const { evidence } = await draftOf(order)
  expect(evidence.consent).toMatch(/version 2026-09, before buying\. This payment renewed that subscription/)
})

test('bought tokens bring the sales that they paid, and the price that was ordered at', async () => {
  const fan = await makePerson(server, 'spends_all')
  const order = await topUp(server, fan, 100)
  await call(server, `POST /wallet/charges/tip/${creator.id}`, {
    token: fan.token,
    body: { _id: randomUUID(), tokens: 30 },
  })
  const { text, evidence } = await draftOf(order)
  expect(text).toContain('used it afterwards')
  expect(evidence.consent).toMatch(/^The customer saw the price of \$5\.00 and ordered at it on 20/)
  expect(evidence.access).toMatch(/^20.* UTC: 30 tokens for tip of creator_of_evidence, receipt \d+\.$/m)
  expect(partsInWords(evidence).map(({ part }) => part)).toEqual(['receipt', 'customer', 'consent', 'access'])
})

test('unused tokens are not said to be used, and sales before the payment are left out', async () => {
  const fan = await makePerson(server, 'keeps_all')
  await sell(server, { from: fan, to: creator, tokens: 70 })
  const order = await topUp(server, fan, 100)
  const { text, evidence } = await draftOf(order)
  expect(text).not.toContain('used it')
  expect(evidence.access ?? '').not.toContain('tokens for')
})
