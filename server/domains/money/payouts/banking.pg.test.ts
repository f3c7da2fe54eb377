import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { admin } from './admin.ts'
import { openBankAccount } from './details/banking.ts'
import { PayoutDetails } from './details/entity.ts'
import { earn } from './testing/earn.ts'
import { payWithoutFactor } from './testing/pay-without-factor.ts'

const IBAN = 'DE89370400440532013000'
const account = { holder: 'Ada Byron', country: 'DE', iban: 'DE89 3704 0044 0532 0130 00', address: '1 Main Street' }

let server: TestServer
let count = 0
let elapsedMs = 0
/** The clock stands here while a test looks at a moment right before an end. */
let stoppedAt: number | null = null

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date((stoppedAt ?? Date.now()) + elapsedMs) })
  await payWithoutFactor(server)
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

async function makeCreator(): Promise<Person> {
  const user = await makeAccount(server, { username: `banked_${(count += 1)}`, isPerformer: true })
  return signIn(server, user)
}

function save(creator: Person, body: object = {}, id = creator.id) {
  const whole = { ...account, password: PASSWORD, ...body }
  return call(server, `PUT /performers/${id}/banking-settings`, { token: creator.token, body: whole })
}

function stored(creator: Person): Promise<PayoutDetails | null> {
  return server.app.orm.em.fork().findOne(PayoutDetails, { performerId: creator.id })
}

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  await admin['payout']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  return lines.join('\n')
}

test('bank details are sealed; answers, logs and mails have the last four digits alone', async () => {
  const creator = await makeCreator()
  const { status, body, text } = await save(creator)
  expect(status).toBe(200)
  expect(body).toMatchObject({ method: 'bank', bank: { last4: '3000', country: 'DE' }, stripe: 'none' })
  const details = await stored(creator)
  expect(details && openBankAccount(server.app.sealer, details)).toMatchObject({ iban: IBAN, holder: 'Ada Byron' })
  const [mail] = await mailsTo(server, creator.user.email ?? '')
  expect(mail?.text).toContain('ends with 3000')
  const row = await server.app.orm.em
    .fork()
    .execute<{ line: string }[]>(`select to_json(d)::text as line from payout_details d`)
  for (const shown of [text, mail?.text, JSON.stringify(row), ...server.logLines]) {
    for (const secret of [IBAN, '37040044', 'Ada Byron', '1 Main Street', PASSWORD]) expect(shown).not.toContain(secret)
  }
  const moved = { ...details, performerId: randomUUID() } as PayoutDetails
  expect(() => openBankAccount(server.app.sealer, moved)).toThrow()
})

test.for<[string, object, string]>([
  ['a wrong password', { password: 'a guess' }, 'password'],
  ['no password', { password: undefined }, 'password'],
  ['a wrong check digit', { iban: 'DE88370400440532013000' }, 'iban'],
  ['an IBAN of another country', { country: 'FR' }, 'country'],
  ['neither an IBAN nor an account', { iban: undefined, account: '12345678' }, 'iban'],
  ['a wrong SWIFT code', { swift: 'DEUTDEF' }, 'swift'],
  ['no holder', { holder: '  ' }, 'holder'],
])('%s is refused, and nothing is stored', async ([, body, path]) => {
  const creator = await makeCreator()
  const refused = await save(creator, body)
  expect([refused.status, (refused.body['details'] as { path: string }[])[0]?.path]).toEqual([400, path])
  expect(await stored(creator)).toBeNull()
})

test('details that cannot be opened are replaced by new ones, and an operator is told so', async () => {
  const [creator, fan] = [await makeCreator(), await makePerson(server, `fan_${(count += 1)}`)]
  await earn(server, { from: fan, to: creator, tokens: 2000 })
  await save(creator)
  const em = server.app.orm.em.fork()
  for (const bank of ['plain', 'unknown.key.of.another']) {
    await em.nativeUpdate(PayoutDetails, { performerId: creator.id }, { bank, lockedUntil: null })
    const details = await stored(creator)
    expect(() => details && openBankAccount(server.app.sealer, details)).toThrow('cannot be opened with DETAILS_KEY')
    expect((await save(creator)).status).toBe(200)
    const now = await stored(creator)
    expect(now && openBankAccount(server.app.sealer, now)).toMatchObject({ iban: IBAN })
    expect(now?.lockedUntil).not.toBeNull()
  }
})

test('nobody stores the details of another creator', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()]
  expect((await save(creator, {}, other.id)).status).toBe(403)
  expect((await save(await makePerson(server, `fan_${(count += 1)}`), {}, other.id)).status).toBe(403)
  expect(await stored(other)).toBeNull()
})

test('new details hold payouts back for 48 hours; the same again do not begin anew', async () => {
  const [creator, fan] = [await makeCreator(), await makePerson(server, `fan_${(count += 1)}`)]
  await earn(server, { from: fan, to: creator, tokens: 2000 })
  await save(creator)
  // Sessions end with a day.
  const calculate = async () => {
    const { token } = await signIn(server, creator.user)
    return { token, ...(await call(server, 'POST /payout-requests/calculate', { token, body: {} })) }
  }
  const reasons = async () => {
    const { body } = await calculate()
    return (body['reasons'] as { code: string }[]).map(({ code }) => code)
  }
  const ask = async () => {
    const { token, body } = await calculate()
    const asked = { _id: randomUUID(), amount: 5000, version: body['version'], method: 'bank' }
    return call(server, 'POST /payout-requests', { token, body: asked })
  }
  expect(await reasons()).toEqual(['new-details'])
  expect((await ask()).status).toBe(403)
  const until = (await stored(creator))?.lockedUntil?.getTime() ?? 0
  elapsedMs = 47 * 60 * 60 * 1000
  await save(await signIn(server, creator.user))
  expect((await stored(creator))?.lockedUntil?.getTime()).toBe(until)
  ;[stoppedAt, elapsedMs] = [until - 1000, 0]
  expect(await reasons()).toEqual(['new-details'])
  ;[stoppedAt, elapsedMs] = [null, until - Date.now() + 1000]
  expect(await reasons()).toEqual([])
  const asked = await ask()
  expect([asked.status, asked.body['last4']]).toEqual([201, '3000'])
  const id = String(asked.body['_id'])
  // Details that change after the request hold it back as well.
  await save(await signIn(server, creator.user), { iban: 'FR1420041010050500013M02606', country: 'FR' })
  await expect(run('approve', id)).rejects.toThrow('The payout details are new')
  elapsedMs += 48 * 60 * 60 * 1000 + 1000
  expect(await run('approve', id)).toContain(`payout paid ${id}`)
  expect(await run('show', id)).toContain('FR1420041010050500013M02606')
  await run('failed', id, 'The', 'bank', 'knows', 'no', 'such', 'account.')
  const { token } = await signIn(server, creator.user)
  const again = await call(server, `PUT /payout-requests/${id}`, { token, body: { status: 'pending' } })
  expect(again.body).toMatchObject({ status: 'pending', last4: '2606' })
  await run('approve', id)
  await run('paid', id)
  await expect(run('paid', id)).rejects.toThrow('This payout is not being paid.')
  const view = await call(server, `GET /payout-requests/${id}/view`, { token })
  expect(view.body).toMatchObject({ status: 'paid' })
  const listed = await call(server, 'GET /payout-requests/search?status=paid', { token })
  expect(listed.body).toMatchObject({ total: 1, data: [{ _id: id }] })
  elapsedMs = 0
})

test('the method is one that is set up', async () => {
  const creator = await makeCreator()
  const choose = (method: string) =>
    call(server, `PUT /performers/${creator.id}/payment-gateway-settings`, { token: creator.token, body: { method } })
  expect([(await choose('bank')).status, (await choose('stripe')).status, (await choose('cash')).status]).toEqual([
    409, 409, 400,
  ])
  await save(creator)
  expect((await choose('bank')).body).toMatchObject({ method: 'bank' })
})

test('new details wait for a request that is being made', async () => {
  const creator = await makeCreator()
  let saving: ReturnType<typeof save> | undefined
  await transact(server.app, null, async (tx) => {
    await lock(tx, 'payout', creator.id)
    saving = save(creator)
    await waitsForLock(server)
  })
  expect((await saving)?.status).toBe(200)
})
