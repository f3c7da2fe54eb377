import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { resolveActor } from '../../../../infra/sessions/sessions.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { setFollow } from '../../follows/commands.ts'
import { updateProfile } from '../commands.ts'
import { User } from '../entity.ts'
import { call, linkToken, makeAccount, PASSWORD, tokenOf } from '../testing/api.ts'
import { prepareAccountUpdate, updateAccount } from './account-update.ts'

let server: TestServer
let account = ''
let token = ''
let counter = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = `user${counter++}`
  await makeAccount(server, { username: account, bio: 'At first.' })
  token = await tokenOf(server, account)
})

function update(body: unknown) {
  return call(server, 'PUT /users', { token, body })
}

async function me() {
  return (await call(server, 'GET /users/me', { token })).body
}

const plain = { passwordForm: 'plain', sourceForm: 'plain' } as const

describe('PUT /users', () => {
  test('changes the fields given and no other', async () => {
    expect((await update({ name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      bio: 'At first.',
      username: account,
    })
    expect((await update({ bio: '' })).body).toMatchObject({ name: 'Renamed', bio: '' })
    expect(await me()).toMatchObject({
      name: 'Renamed',
      bio: '',
      email: `${account}@example.test`,
      emailVerified: true,
    })
  })

  test('lets an account keep a name that ends like a file, and take none', async () => {
    const name = `${account}.js`
    await makeAccount(server, { username: name })
    token = await tokenOf(server, name)
    expect(await update({ username: name, bio: 'Saved.' })).toMatchObject({ status: 200, body: { bio: 'Saved.' } })
    expect(await update({ username: `${account}.css` })).toMatchObject({
      status: 400,
      body: { message: 'This username is reserved.', details: [{ path: 'username' }] },
    })
  })

  test('is all or nothing', async () => {
    await makeAccount(server, { username: `${account}.other` })
    const answer = await update({ name: 'Renamed', username: `${account}.other` })
    expect(answer).toMatchObject({ status: 409, body: { details: [{ path: 'username' }] } })
    expect(await me()).toMatchObject({ name: account, email: `${account}@example.test` })
  })

  test('gives a new password or another email only to who knows the password', async () => {
    for (const change of [{ password: 'a brand new password' }, { email: 'thief@example.test' }]) {
      expect(await update(change)).toMatchObject({ status: 400, body: { details: [{ path: 'source' }] } })
      expect(await update({ ...change, source: 'a wild guess' })).toMatchObject({ status: 400 })
    }
    expect(await me()).toMatchObject({ email: `${account}@example.test` })
    const other = await tokenOf(server, account)
    expect((await update({ password: 'a brand new password', source: PASSWORD })).status).toBe(200)
    expect((await call(server, 'GET /users/me', { token: other })).status).toBe(401)
    expect(await tokenOf(server, account, 'a brand new password')).toMatch(/^ey/)
  })

  test('gives another email to nobody whose proof no longer holds when it is written', async () => {
    const actor = await resolveActor(server.app, token)
    const stolen = await prepareAccountUpdate(server.app, actor, {
      ...plain,
      email: 'thief@example.test',
      source: PASSWORD,
    })
    const stale = await prepareAccountUpdate(server.app, actor, { ...plain, email: `${account}@example.test` })
    const owners = { email: `new.${account}@example.test`, password: 'a brand new password', source: PASSWORD }
    expect((await update(owners)).status).toBe(200)
    const confirmation = { token: await linkToken(server, owners.email) }
    expect((await call(server, 'POST /auth/email-verification', { body: confirmation })).status).toBe(200)
    for (const prepared of [stolen, stale]) {
      const written = transact(server.app, actor, (tx) => updateAccount(tx, prepared))
      await expect(written).rejects.toMatchObject({ kind: 'invalid', details: [{ path: 'source' }] })
    }
    expect(await me()).toMatchObject({ email: `new.${account}@example.test`, pendingEmail: null })
  })

  test('keeps an email that is sent along unchanged, confirmed as it is', async () => {
    const answer = await update({ name: 'Renamed', email: `${account}@EXAMPLE.test` })
    expect(answer.body).toMatchObject({ name: 'Renamed', emailVerified: true })
  })

  test('one of many accounts that take one username at a time gets it', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `${account}.${n}`)
    for (const username of names) await makeAccount(server, { username })
    const tokens = await Promise.all(names.map((username) => tokenOf(server, username)))
    const body = { username: `${account}.prize` }
    const answers = await Promise.all(tokens.map((token) => call(server, 'PUT /users', { token, body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  })

  test.each([
    { name: '' },
    { name: 'n'.repeat(61) },
    { bio: 'b'.repeat(1_001) },
    { bio: 'a\u0000b' },
    { username: 'api' },
    { username: null },
    { email: 'nobody' },
    { password: 'short', source: PASSWORD },
  ])('%j is refused and changes nothing', async (body) => {
    const before = await me()
    expect((await update(body)).status).toBe(400)
    expect(await me()).toEqual(before)
  })

  test('passes over what is not the owner’s to set', async () => {
    const answer = await update({
      balance: 1_000,
      isPerformer: true,
      status: 'suspended',
      _id: account,
      verification: 'approved',
    })
    expect(answer.body).toMatchObject({ balance: 0, isPerformer: false, verification: null })
  })
})

test('a field that equals what the device showed was not edited and stays the server’s', async () => {
  const actor = await resolveActor(server.app, token)
  await update({ name: 'From elsewhere' })
  const changes = { name: account, bio: 'Edited offline.' }
  await transact(server.app, actor, (tx) => updateProfile(tx, { changes, base: { name: account, bio: 'At first.' } }))
  expect(await me()).toMatchObject({ name: 'From elsewhere', bio: 'Edited offline.' })
})

test('a refused profile change leaves the transaction usable', async () => {
  const actor = await resolveActor(server.app, token)
  await makeAccount(server, { username: `${account}.other` })
  await transact(server.app, actor, async (tx) => {
    const taken = updateProfile(tx, { changes: { username: `${account}.other`, name: 'Lost' }, base: {} })
    await expect(taken).rejects.toBeInstanceOf(Refusal)
    await updateProfile(tx, { changes: { bio: 'Kept.' }, base: {} })
  })
  expect(await me()).toMatchObject({ name: account, username: account, bio: 'Kept.' })
})

test('a user is shown to others without email, balance or credentials', async () => {
  await makeAccount(server, { username: `${account}.other` })
  const { _id } = await me()
  const view = await call(server, `GET /users/view/${String(_id)}`, {
    token: await tokenOf(server, `${account}.other`),
  })
  expect(Object.keys(view.body).toSorted()).toEqual(
    ['_id', 'avatar', 'bio', 'createdAt', 'isPerformer', 'name', 'username'].toSorted(),
  )
})

test('a closed account is shown to nobody', async () => {
  const { _id } = await me()
  await makeAccount(server, { username: `${account}.other` })
  await transact(server.app, null, async (tx) => {
    const user = await tx.em.findOneOrFail(User, { username: account })
    user.status = 'deactivated'
  })
  const other = await tokenOf(server, `${account}.other`)
  expect((await call(server, `GET /users/view/${String(_id)}`, { token: other })).status).toBe(404)
  expect((await call(server, 'GET /users/me', { token })).status).toBe(401)
})

test('creators find their followers by name or username, page by page; wildcards are letters', async () => {
  const creator = await makeAccount(server, { username: `${account}.p`, isPerformer: true })
  const performer = await tokenOf(server, `${account}.p`)
  for (const [n, name] of ['Zoë One', 'Zoë Two', 'Zo_ Three', '100% Zoë'].entries()) {
    const fan = await makeAccount(server, { username: `${account}.z${n}`, name })
    const actor = { userId: fan.id, sessionId: '', isPerformer: false }
    await transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  }
  const search = async (query: string) =>
    (await call(server, `GET /users/search?${query}`, { token: performer })).body as {
      data: { name: string }[]
      total: number
    }
  const found = await search(`q=${encodeURIComponent('zoë')}&sortBy=name&sort=asc&pageSize=2`)
  expect([found.total, found.data.map(({ name }) => name)]).toEqual([3, ['100% Zoë', 'Zoë One']])
  const next = await search(`q=${encodeURIComponent('zoë')}&sortBy=name&sort=asc&pageSize=2&current=2`)
  expect(next.data.map(({ name }) => name)).toEqual(['Zoë Two'])
  expect((await search('q=Zo_')).data.map(({ name }) => name)).toEqual(['Zo_ Three'])
  expect((await search('q=%25')).data.map(({ name }) => name)).toEqual(['100% Zoë'])
  expect((await search(`q=${account}.p`)).total).toBe(0)
})

test.each([
  'pageSize=0',
  'pageSize=101',
  'current=0',
  'current=-1',
  'sortBy=passwordHash',
  'sort=up',
  'q=%00',
  `q=${'x'.repeat(101)}`,
])('the search %s is refused', async (query) => {
  await makeAccount(server, { username: `${account}.p`, isPerformer: true })
  const performer = await tokenOf(server, `${account}.p`)
  expect((await call(server, `GET /users/search?${query}`, { token: performer })).status).toBe(400)
})
