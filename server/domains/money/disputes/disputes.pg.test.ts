import { randomUUID } from 'node:crypto'
import type { DeskDispute, DeskDisputeDetail } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { atDesk, makeStaff } from '../../people/staff/testing/make-staff.ts'
import { brokenRules } from '../money/testing/books.ts'
import { watchStatements, withCut } from '../money/testing/cut-connections.ts'
import { settleDispute } from '../payments/orders/disputes.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { saveCard, topUp } from '../payments/testing/pay.ts'
import { buyByCard } from '../subscriptions/testing/by-card.ts'
import { offer } from '../subscriptions/testing/subscribe.ts'
import { admin } from './admin.ts'
import { answerDispute } from './answer-dispute.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { followDispute } from './follow-dispute.ts'
import { followOpen } from './jobs.ts'
import { decisionsUnderWay, sendDecision } from './send-decision.ts'

let server: TestServer
let [ada, ben, helper, fan, creator]: Person[] = []
let count = 0

beforeAll(async () => {
  watchStatements()
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  ;[ada, ben] = [await makeStaff(server, 'finance'), await makeStaff(server, 'finance')]
  helper = await makeStaff(server, 'support')
})
beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `disputes_${count}`)
  creator = await makePerson(server, `disputed_${count}`, true)
  sandbox().recover()
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const em = () => server.app.orm.em.fork()
const must = (person: Person | undefined) => person ?? expect.fail('nobody')
const at = (by: Person | undefined, target: Parameters<typeof atDesk>[1], body?: unknown) =>
  atDesk({ server, by: must(by) }, target, body)

function sandbox() {
  const { sandbox: found } = server.app.payments
  return found ?? expect.fail('the test needs the sandbox')
}

function gateway() {
  return server.app.payments.gateway ?? expect.fail('there is no gateway')
}

type Edit = Omit<Parameters<ReturnType<typeof sandbox>['openDispute']>[0], 'paymentId'>

/** Disputes an order, and follows that as the jobs do. Answers the id of the row. */
async function dispute({ id }: Pick<PaymentOrder, 'id'>, edit: Edit = {}): Promise<{ id: string; gatewayId: string }> {
  const { paymentId } = await em().findOneOrFail(PaymentOrder, { id })
  const gatewayId = await sandbox().openDispute({ paymentId: paymentId ?? '', ...edit })
  await follow(gatewayId)
  return { id: (await em().findOneOrFail(Dispute, { gatewayId })).id, gatewayId }
}

async function follow(gatewayId: string): Promise<void> {
  await settleDispute(server.app, gatewayId)
  await followDispute(server.app, gatewayId)
}

async function disputedTopUp(edit: Edit = {}): Promise<{ id: string; gatewayId: string }> {
  return dispute(await topUp(server, must(fan), 100), edit)
}

/** The same of another fan: one account buys a few times an hour. */
async function disputedByAnother(): Promise<{ id: string; gatewayId: string }> {
  count += 1
  fan = await makePerson(server, `disputes_${count}`)
  return disputedTopUp()
}

async function finish(): Promise<void> {
  for (const { id } of await decisionsUnderWay(server.app)) await sendDecision(server.app, id)
}

const shown = async (id: string) => (await at(ada, `GET /desk/disputes/${id}`)).body as unknown as DeskDisputeDetail
const answer = (by: Person | undefined, id: string, edit: Record<string, unknown> = {}) =>
  at(by, `POST /desk/disputes/${id}/answer`, {
    _id: randomUUID(),
    version: 0,
    text: 'It was used.',
    parts: [],
    ...edit,
  })
const accept = (by: Person | undefined, id: string, edit: Record<string, unknown> = {}) =>
  at(by, `POST /desk/disputes/${id}/accept`, { _id: randomUUID(), version: 0, reason: 'They are right.', ...edit })
const entries = (id: string, action: string) => em().count(AuditEntry, { subjectId: id, action })

/** Submissions that the gateway has of a dispute, and their name. */
async function atGateway(gatewayId: string) {
  const [row] = await em().execute<{ sent: number; key: string | null; evidence: Record<string, string | null> }[]>(
    `select (data->'evidence_details'->>'submission_count')::int as sent, data->'metadata'->>'key' as key,
       data->'evidence' as evidence from sandbox_gateway.object where id = ?`,
    [gatewayId],
  )
  return row ?? expect.fail('the gateway has no such dispute')
}

test('a new dispute is listed with its due date, found by its fan, and told to those who may answer', async () => {
  const { id, gatewayId } = await disputedTopUp()
  await follow(gatewayId)
  const { body } = await at(ada, `GET /desk/disputes?state=open&q=@${must(fan).user.username}`)
  expect(body).toMatchObject({
    total: 1,
    data: [
      {
        ...{ _id: id, state: 'open', isInquiry: false, amount: 500, currency: 'USD', reason: 'fraudulent' },
        ...{ fan: must(fan).user.username, creators: [], chargeId: null, title: '100 tokens', decision: null },
        version: 0,
      },
    ],
  })
  const [{ dueAt }] = body['data'] as [DeskDispute]
  expect(new Date(dueAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const mails = await em().find(Mail, { subject: 'A payment of $5.00 is disputed', text: { $like: `%${id}%` } })
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([must(ada).user.email, must(ben).user.email]))
  expect((await at(ada, `GET /desk/disputes?q=${gatewayId}`)).body).toMatchObject({ total: 1 })
  expect((await at(ada, `GET /desk/disputes?q=${must(creator).user.username}`)).body).toMatchObject({ total: 0 })
})

test('an answer stands with its entry before the gateway hears of it, and is sent once with the chosen parts', async () => {
  const { id, gatewayId } = await disputedTopUp()
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await answer(ada, id, { _id, parts: ['receipt', 'access'] })).status).toBe(200)
  expect((await atGateway(gatewayId)).sent).toBe(0)
  expect(await entries(id, 'dispute.answer')).toBe(1)
  expect(await shown(id)).toMatchObject({ state: 'open', draft: null, decision: { kind: 'answer', state: 'asked' } })
  await finish()
  await finish()
  const { sent, key, evidence } = await atGateway(gatewayId)
  expect({ sent, key }).toEqual({ sent: 1, key: _id })
  expect(evidence['product_description']).toContain('100 tokens')
  expect(evidence['access_activity_log']).toContain('Signed in')
  expect(evidence).toMatchObject({ uncategorized_text: 'It was used.', customer_name: null })
  expect(evidence['refund_policy_disclosure']).toBeNull()
  const after = await shown(id)
  expect(after).toMatchObject({ state: 'answered', decisions: [{ by: must(ada).user.username, state: 'done' }] })
  expect(after.decisions[0]?.parts.map(({ part }) => part)).toEqual(['receipt', 'access'])
  await sandbox().decideDisputes()
  await follow(gatewayId)
  expect(await shown(id)).toMatchObject({ state: 'won', draft: null })
})

test('one of two answers at once stands, and the other person reads so', async () => {
  const { id, gatewayId } = await disputedTopUp()
  const both = await Promise.all([answer(ada, id), answer(ben, id), accept(ben, id)])
  const refused = both.filter(({ status }) => status === 409)
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refused).toHaveLength(2)
  for (const { body } of refused)
    expect(body['message']).toBe('Somebody has decided already. It is on its way to the bank.')
  expect(await em().count(DisputeDecision, { disputeId: id })).toBe(1)
  await finish()
  const { status, body } = await answer(ben, id, { version: 99 })
  expect(status).toBe(409)
  expect(body['message']).toMatch(/already/)
  expect((await atGateway(gatewayId)).sent).toBeLessThanOrEqual(1)
})

test('an answer on an older version, and the id of another decision, are refused', async () => {
  const [first, second] = [await disputedTopUp(), await disputedTopUp()]
  await sandbox().moveDispute(first.gatewayId, 'under_review')
  await em().execute('update dispute set version = 3 where id = ?', [second.id])
  expect(await answer(ada, second.id, { version: 2 })).toMatchObject({
    ...{ status: 409, body: { message: 'This dispute has changed. Look at it again.' } },
  })
  const _id = randomUUID()
  expect((await answer(ada, second.id, { version: 3, _id })).status).toBe(200)
  expect((await accept(ada, second.id, { version: 3, _id })).status).toBe(409)
  await finish()
  expect((await answer(ada, first.id, { _id })).status).toBe(409)
})

test('after the due date nothing is sent, and the draft is gone', async () => {
  const { id } = await disputedTopUp({ dueIn: -5 })
  for (const { status, body } of [await answer(ada, id), await accept(ada, id)]) {
    expect(status).toBe(409)
    expect(body['message']).toBe('The time to answer is over. The bank decides without an answer.')
  }
  expect((await shown(id)).draft).toBeNull()
  expect(await entries(id, 'dispute.answer')).toBe(0)
})

test('an accepted dispute ends so, and its money is booked once', async () => {
  const { id, gatewayId } = await disputedTopUp()
  expect((await accept(ada, id)).status).toBe(200)
  expect(await entries(id, 'dispute.accept')).toBe(1)
  await finish()
  for (let n = 0; n < 2; n += 1) await follow(gatewayId)
  expect(await shown(id)).toMatchObject({ state: 'accepted', decisions: [{ kind: 'accept', text: 'They are right.' }] })
  const booked = await em().execute<unknown[]>(`select 1 from money_transfer where kind = 'dispute' and key = ?`, [
    gatewayId,
  ])
  expect(booked).toHaveLength(1)
  expect((await answer(ada, id, { version: 9 })).body).toMatchObject({ message: 'This dispute was accepted already.' })
})

test('an inquiry can be answered, not accepted, and begins again when the bank takes the money', async () => {
  const { id, gatewayId } = await disputedTopUp({ status: 'warning_needs_response' })
  expect((await accept(ada, id)).body['message']).toMatch(/^The bank only asks, and has taken nothing\./)
  expect((await answer(ada, id)).status).toBe(200)
  await finish()
  expect(await shown(id)).toMatchObject({ state: 'answered', isInquiry: true })
  await sandbox().moveDispute(gatewayId, 'needs_response')
  await follow(gatewayId)
  const again = await shown(id)
  expect(again).toMatchObject({ state: 'open', isInquiry: false, decisions: [{ state: 'done' }] })
  expect((await answer(ada, id, { version: again.version, text: 'Once more.' })).status).toBe(200)
  await finish()
  expect((await atGateway(gatewayId)).evidence['uncategorized_text']).toBe('Once more.')
})

test('support sees no dispute, and nobody decides on their own payment or sale', async () => {
  const { id } = await disputedTopUp()
  expect((await at(helper, 'GET /desk/disputes')).status).toBe(404)
  expect((await answer(helper, id)).status).toBe(404)
  fan = ben
  const own = await disputedTopUp()
  const refused = { status: 403, body: { message: 'Another person has to decide on your own account.' } }
  expect(await answer(ben, own.id)).toMatchObject(refused)
  expect(await accept(ben, own.id)).toMatchObject(refused)
  expect((await at(ben, `GET /desk/disputes/${own.id}`)).body).toMatchObject({ isOwn: true, draft: null })
  const told = await em().find(Mail, { text: { $like: `%${own.id}%` } })
  expect(told.map(({ to }) => to)).toEqual([must(ada).user.email])
  expect((await answer(ada, own.id, { parts: ['receipt'] })).status).toBe(200)
  expect((await shown(own.id)).decisions).toMatchObject([{ text: 'It was used.', parts: [{ part: 'receipt' }] }])
  const read = await at(ben, `GET /desk/disputes/${own.id}`)
  expect(read.body).toMatchObject({ decisions: [{ kind: 'answer', by: must(ada).user.username, text: '', parts: [] }] })
})

test('the creator of a disputed term does not answer for it', async () => {
  const seller = await makeStaff(server, 'finance')
  await em().execute('update "user" set is_performer = true where id = ?', [seller.id])
  await offer(server, must(creator), { prices: { monthly: 700 } })
  await buyByCard(server, must(fan), { to: must(creator), price: 700, cardId: await saveCard(server, must(fan)) })
  const order = await em().findOneOrFail(PaymentOrder, { userId: must(fan).id, kind: 'subscription' })
  const { id } = await dispute(order)
  expect((await at(ada, `GET /desk/disputes?q=${must(creator).user.username}`)).body).toMatchObject({
    data: [{ _id: id, creators: [must(creator).user.username], title: expect.any(String) as string }],
  })
  await em().execute('update charge set performer_id = ? where order_id = ?', [seller.id, order.id])
  expect((await answer(seller, id)).status).toBe(403)
  const read = await at(seller, `GET /desk/disputes/${id}`)
  expect(read.body).toMatchObject({ isOwn: true, draft: null })
  expect((await shown(id)).draft, 'others read it').not.toBeNull()
  await em().execute('update charge set performer_id = ? where order_id = ?', [must(creator).id, order.id])
  expect((await answer(seller, id)).status).toBe(200)
})

/** Decides on an answer as a call of the desk does. */
function decide(id: string, _id: string): Promise<void> {
  const desk = { permissions: ['disputes.answer'], network: '127.0.0.0', requestId: 'r' } as const
  const actor: Actor = { ...must(ada).actor, desk }
  const asked = { _id, version: 0, text: 'It was used.', parts: ['receipt' as const] }
  return transact(server.app, actor, (tx) => answerDispute(tx, { ...asked, id }))
}

test('a decision that is cut at any statement stands with its entry and its job, or not at all', async () => {
  let [cuts, { id }] = [0, await disputedByAnother()]
  for (const when of ['before', 'after'] as const) {
    for (let place = 1, isCut = true; isCut; place += 1) {
      isCut = await withCut({ at: place, when }, () => decide(id, randomUUID()).catch(() => {}))
      cuts += Number(isCut)
      const made = await em().count(DisputeDecision, { disputeId: id })
      expect(await entries(id, 'dispute.answer')).toBe(made)
      const jobs = await em().execute<unknown[]>(
        `select 1 from pgboss.job j join dispute_decision e on e.id = (j.data->>'id')::uuid
         where j.name = 'disputes.send-decision' and e.dispute_id = ?`,
        [id],
      )
      expect(jobs).toHaveLength(made)
      if (made > 0) ({ id } = await disputedByAnother())
    }
  }
  expect(cuts).toBeGreaterThan(20)
}, 60_000)

test('an answer that is cut before or after any call of the gateway is sent once', async () => {
  const { answerDispute: send, readDispute, readPayment } = gateway()
  for (const cut of [1, 2, 3, 4].flatMap((place) => [place - 0.5, place + 0.5])) {
    const { id, gatewayId } = await disputedByAnother()
    let calls = 0
    const cutting = <Input, Answer>(work: (input: Input) => Promise<Answer>) => {
      return async (input: Input) => {
        calls += 1
        if (calls - 0.5 === cut) throw new Error('killed')
        const answered = await work(input)
        if (calls + 0.5 === cut) throw new Error('killed')
        return answered
      }
    }
    const _id = randomUUID()
    await decide(id, _id)
    Object.assign(gateway(), {
      ...{ answerDispute: cutting(send), readDispute: cutting(readDispute), readPayment: cutting(readPayment) },
    })
    try {
      await expect(finish()).rejects.toThrow('killed')
    } finally {
      Object.assign(gateway(), { answerDispute: send, readDispute, readPayment })
    }
    // The provider forgets keys after a day.
    await em().execute('delete from sandbox_gateway.call')
    await finish()
    expect(await atGateway(gatewayId)).toMatchObject({ sent: 1, key: _id })
    expect(await shown(id)).toMatchObject({ state: 'answered', decision: { state: 'done' } })
  }
})

test('the job goes on when the gateway failed, and a refusal of it is shown and lets one answer again', async () => {
  const { id, gatewayId } = await disputedTopUp()
  const _id = randomUUID()
  expect((await answer(ada, id, { _id })).status).toBe(200)
  sandbox().fail({ call: `POST /v1/disputes/${gatewayId}`, with: 500, times: 9 })
  await expect(finish()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await shown(id)).toMatchObject({ decision: { state: 'asked' } })
  sandbox().recover()
  await sandbox().moveDispute(gatewayId, 'under_review')
  await finish()
  const failure = 'Another answer was sent at the payment provider.'
  expect(await shown(id)).toMatchObject({ state: 'answered', decision: { state: 'failed', failure } })
  const other = await disputedTopUp()
  const { answerDispute: send } = gateway()
  expect((await answer(ada, other.id)).status).toBe(200)
  await em().execute(
    `update sandbox_gateway.object set data = jsonb_set(data, '{evidence_details,due_by}', '5') where id = ?`,
    [other.gatewayId],
  )
  await finish()
  expect(gateway().answerDispute).toBe(send)
  expect(await shown(other.id)).toMatchObject({
    ...{ state: 'open', draft: null, decision: { state: 'failed', failure: /takes no answer/ } },
  })
})

test('a lost event is made up for, and one of an earlier version gets its due date', async () => {
  const { id, gatewayId } = await disputedTopUp()
  await em().execute('update dispute set due_at = null where id = ?', [id])
  await followOpen.run(server.app, new AbortController().signal)
  expect((await shown(id)).dueAt).not.toBeNull()
  await sandbox().moveDispute(gatewayId, 'lost')
  await followOpen.run(server.app, new AbortController().signal)
  expect(await shown(id)).toMatchObject({ state: 'lost' })
  // Told late, an older state changes nothing.
  await em().execute(
    `update sandbox_gateway.object set data = jsonb_set(data, '{status}', '"needs_response"') where id = ?`,
    [gatewayId],
  )
  await followDispute(server.app, gatewayId)
  expect(await shown(id)).toMatchObject({ state: 'lost' })
  await em().execute(`update sandbox_gateway.object set data = jsonb_set(data, '{status}', '"lost"') where id = ?`, [
    gatewayId,
  ])
})

test('the command lists open disputes, answers with all records, and accepts', async () => {
  const [first, second] = [await disputedTopUp(), await disputedTopUp()]
  const printed: string[] = []
  const run = (...args: string[]) =>
    admin['dispute']?.run({ app: server.app, args, print: (line) => void printed.push(line) })
  await run('list')
  expect(printed.join('\n')).toContain(`${first.id}  5.00 USD of ${must(fan).user.username}: 100 tokens, fraudulent`)
  await run('answer', first.id, 'It', 'was', 'used.')
  await run('accept', second.id, 'They are right.')
  expect(await shown(first.id)).toMatchObject({ state: 'answered', decisions: [{ by: '', text: 'It was used.' }] })
  expect((await shown(first.id)).decisions[0]?.parts).toHaveLength(4)
  expect(await shown(second.id)).toMatchObject({ state: 'accepted' })
  await expect(run('accept', second.id, 'Again.')).rejects.toThrow('accepted already')
  await expect(run('accept', second.id)).rejects.toThrow('Use: dispute list')
})
