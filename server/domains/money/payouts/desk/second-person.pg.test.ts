import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { addFactor } from '../../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../../people/staff/roles.ts'
import { atDesk, makeStaff, otherSession } from '../../../people/staff/testing/make-staff.ts'
import { brokenRules } from '../../money/testing/books.ts'
import { PayoutDetails } from '../details/entity.ts'
import { Payout } from '../requests/entity.ts'
import { earn } from '../testing/earn.ts'
import { payWithoutFactor } from '../testing/pay-without-factor.ts'
import { payoutDesk } from '../testing/payout-desk.ts'

let server: TestServer
let [fan, ada, ben]: Person[] = []

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
  await payWithoutFactor(server)
  fan = await makePerson(server, 'fan')
  ;[ada, ben] = [await makeStaff(server, 'finance'), await makeStaff(server, 'finance')]
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const { payable, ask, decide, payoutsOf } = payoutDesk(
  () => server,
  () => fan ?? expect.fail('no fan'),
)

const SECOND = { status: 403, body: { details: [{ path: 'approval', message: 'payout.approve' }] } }
const CHANGED = { status: 409, body: { message: 'This has changed since it was asked for. Look again.' } }

const at = (by: Person | undefined, target: Parameters<typeof atDesk>[1], body?: unknown) =>
  atDesk({ server, by: by ?? expect.fail('nobody') }, target, body)

/** A creator who waits for a payout, of 600.00 unless told. */
async function waiting(amount = 60_000): Promise<{ id: string; creator: Person }> {
  const creator = await payable('complete', 9_000)
  await earn(server, { from: fan ?? expect.fail('no fan'), to: creator, tokens: 9_000 })
  const { body } = await ask(creator, { amount })
  return { id: String(body['_id']), creator }
}

const approve = (by: Person | undefined, id: string, seen: object = {}) =>
  at(by, `POST /desk/payouts/${id}/approve`, {
    ...{ _id: randomUUID(), state: 'pending', amount: 60_000, reason: 'Looks right.', ...seen },
  })

async function asked(by: Person | undefined, id: string): Promise<string> {
  const _id = randomUUID()
  const body = { _id, kind: 'payout.approve', payload: { payoutId: id }, reason: 'A large one.' }
  expect(await at(by, 'POST /desk/approvals', body)).toMatchObject({ status: 200 })
  return _id
}

const execute = (by: Person | undefined, id: string) => at(by, `POST /desk/approvals/${id}/execute`)
const statusOf = async (id: string) => (await server.app.orm.em.fork().findOneOrFail(Payout, { id })).status

test('one person never lets 600.00 be paid: not alone, not in two sessions, not by the command line', async () => {
  const { id, creator } = await waiting()
  const again = await otherSession(server, ada ?? expect.fail())
  for (const session of [ada, again]) expect(await approve(session, id)).toMatchObject(SECOND)
  await expect(decide('approve', id)).rejects.toThrow(
    'A second person has to approve this. Ask for it in the desk, at /desk/money.',
  )
  const request = await asked(ada, id)
  for (const session of [ada, again])
    expect(await execute(session, request)).toMatchObject({
      ...{ status: 403, body: { message: 'A second person has to approve this.' } },
    })
  expect(await statusOf(id)).toBe('pending')
  expect(await payoutsOf(creator)).toEqual([])
})

test('a second person approves 600.00, two at once: it is paid once', async () => {
  const { id, creator } = await waiting()
  const cat = await makeStaff(server, 'admin')
  const request = await asked(ada, id)
  const answers = await Promise.all([ben, cat, ben, cat].map((by) => execute(by, request)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  await expect.poll(() => statusOf(id)).toBe('paid')
  expect(await payoutsOf(creator)).toEqual([{ amount: 60_000 }])
  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: { $in: [id, request] } })
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['approval.ask', 'approval.execute', 'payout.approve'])
})

test('a payout of 499.99 needs one person, and the same decision again changes nothing', async () => {
  const { id, creator } = await waiting(49_999)
  const _id = randomUUID()
  expect(await approve(ada, id)).toMatchObject({
    ...{ status: 409, body: { message: 'This payout has changed. Look at it again.' } },
  })
  for (let n = 0; n < 2; n += 1) expect((await approve(ada, id, { _id, amount: 49_999 })).status).toBe(200)
  await expect.poll(() => statusOf(id)).toBe('paid')
  expect(await payoutsOf(creator)).toEqual([{ amount: 49_999 }])
  expect(await server.app.orm.em.fork().count(AuditEntry, { subjectId: id })).toBe(1)
})

test('an approval of another balance, destination or amount than was asked for is refused', async () => {
  const changes: ((creator: Person, id: string) => Promise<unknown>)[] = [
    (to) => earn(server, { from: fan ?? expect.fail(), to, tokens: 10 }),
    ({ id }) =>
      transact(server.app, null, (tx) =>
        tx.em.nativeUpdate(PayoutDetails, { performerId: id }, { accountId: `acct_${randomUUID().slice(0, 8)}` }),
      ),
    (_creator, id) => transact(server.app, null, (tx) => tx.em.nativeUpdate(Payout, { id }, { amount: 59_999 })),
  ]
  for (const change of changes) {
    const { id, creator } = await waiting()
    const request = await asked(ada, id)
    await change(creator, id)
    expect(await execute(ben, request)).toMatchObject(CHANGED)
    expect(await statusOf(id)).toBe('pending')
    await transact(server.app, null, (tx) => tx.em.nativeUpdate(Payout, { id }, { amount: 60_000 }))
  }
})

test('an approval and a cancellation at once: one stands', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { id, creator } = await waiting()
    const request = await asked(ada, id)
    const cancel = at(creator, `PUT /payout-requests/${id}`, { status: 'canceled' })
    const statuses = (await Promise.all([execute(ben, request), cancel])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
})

test('nobody decides on a payout of their own', async () => {
  const { id, creator } = await waiting(5_000)
  await transact(server.app, null, (tx) => grantRole(tx, { userId: creator.id, role: 'finance' }))
  await addFactor(server, creator.id)
  const own = { status: 403, body: { message: 'Another person has to decide on your own account.' } }
  expect(await approve(creator, id, { amount: 5_000 })).toMatchObject(own)
  const body = { _id: randomUUID(), kind: 'payout.approve', payload: { payoutId: id }, reason: 'Mine.' }
  expect(await at(creator, 'POST /desk/approvals', body)).toMatchObject(own)
  const request = await asked(ada, id)
  expect(await execute(creator, request)).toMatchObject(own)
  expect(await statusOf(id)).toBe('pending')
})
