import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Totp } from '../../people/factors/entity.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { Payout } from './requests/entity.ts'
import { payoutDesk } from './testing/payout-desk.ts'

const message = 'Your money needs a second factor: add one before your first payout.'

let server: TestServer
let fan: Person
const { payable, calculate, ask } = payoutDesk(
  () => server,
  () => fan,
)

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  fan = await makePerson(server, 'payer')
})
afterAll(() => server.stop())

const stepped = async (creator: Person): Promise<void> => elevate(server, creator.actor.sessionId)

test('a creator needs a second factor before the first payout, and is told where to add one', async () => {
  const creator = await payable()
  expect((await calculate(creator))['reasons']).toEqual([{ code: 'account-not-ready', message, step: 'security' }])
  expect(await ask(creator)).toMatchObject({ status: 403, body: { message } })
  await addFactor(server, creator.id)
  await stepped(creator)
  expect((await calculate(creator))['reasons']).toEqual([])
  expect((await ask(creator)).status).toBe(201)
})

test('a creator who was paid before goes on without one', async () => {
  const creator = await payable()
  await addFactor(server, creator.id)
  await stepped(creator)
  const first = await ask(creator, { amount: 5000 })
  expect(first.status).toBe(201)
  const em = server.app.orm.em.fork()
  await em.nativeDelete(Totp, { userId: creator.id })
  // One that is under way is none that was paid.
  const codes = async () => ((await calculate(creator))['reasons'] as { code: string }[]).map(({ code }) => code)
  expect(await codes()).toEqual(['open-request', 'account-not-ready', 'below-minimum'])
  await em.nativeUpdate(Payout, { performerId: creator.id }, { status: 'paid' })
  expect(await codes()).toEqual(['below-minimum'])
})

test('the owner of the site may leave it to creators', async () => {
  const creator = await payable()
  await transact(server.app, null, (tx) => changeSettings(tx, { payoutsNeedFactor: false }))
  expect((await ask(creator)).status).toBe(201)
})
