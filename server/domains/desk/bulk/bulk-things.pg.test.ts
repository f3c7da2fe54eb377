import { randomUUID } from 'node:crypto'
import type { BulkAnswer, BulkThing } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { decideThing } from '../../community/cases/decide-case.ts'
import { Case, Decision } from '../../community/cases/entity.ts'
import { decision, deskOf, makeStaff } from '../../community/cases/testing/desk.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Bulk } from './entity.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ben: Person
let eve: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  atDesk = deskOf(server)
  ben = await makeStaff(server, 'things.ben', 'moderator')
  eve = await makeStaff(server, 'things.eve', 'moderator')
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const seen = async (id: string) => (await call(server, `GET /performer-assets/galleries/${id}`)).status
const statusOf = async (id: string) => (await em().findOneOrFail(User, { id })).status
const deeds = async (objectId: string) =>
  (await em().find(Decision, { objectId }, { orderBy: { createdAt: 'asc' } })).map(({ kind }) => kind)

async function gallery(): Promise<BulkThing> {
  const creator = await makePerson(server, `things.creator.${(count += 1)}`, true)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery', title: `Harbour ${count}` })
  return { type: 'gallery', id }
}

async function fan(): Promise<BulkThing> {
  return { type: 'user', id: (await makePerson(server, `things.fan.${(count += 1)}`)).id }
}

async function preview(given: { action: string; things: BulkThing[]; caseIds?: string[] }) {
  const _id = randomUUID()
  const asked = { _id, clause: 'spam', facts: 'It sells watches.', ...given }
  const { status, body } = await atDesk(ben, 'POST /desk/bulk/preview', asked)
  expect(status, JSON.stringify(body)).toBe(200)
  const act = async (deed: 'run' | 'undo') =>
    (await atDesk(ben, `POST /desk/bulk/${_id}/${deed}`)).body as unknown as BulkAnswer
  return { _id, body: body as unknown as BulkAnswer, act }
}

test('things without a case are hidden, and shown again by the undo', async () => {
  const [one, two] = [await gallery(), await gallery()]
  const gone: BulkThing = { type: 'gallery', id: randomUUID() }
  const { body, act } = await preview({ action: 'hide', things: [one, two, one, gone] })
  expect(body).toMatchObject({ state: 'previewed', count: 2, done: 1, refused: [{ caseId: null, thing: gone }] })
  expect([await seen(one.id), await deeds(one.id)]).toEqual([200, []])
  expect(await act('run')).toMatchObject({ state: 'done', count: 2, done: 3 })
  expect([await seen(one.id), await seen(two.id)]).toEqual([404, 404])
  expect(await act('undo')).toMatchObject({ state: 'undone', count: 2 })
  expect([await seen(one.id), await seen(two.id)]).toEqual([200, 200])
  expect(await deeds(one.id)).toEqual(['hide', 'restore'])
})

test('accounts are suspended and restored, but not the own one and none of staff', async () => {
  const [one, two] = [await fan(), await fan()]
  const things: BulkThing[] = [one, two, { type: 'user', id: ben.id }, { type: 'user', id: eve.id }]
  const { body, act } = await preview({ action: 'suspend', things })
  expect(body.refused.map(({ preview: name, why }) => [name, why])).toEqual([
    [ben.user.username, expect.stringContaining('Another person')],
    [eve.user.username, 'This is an account of staff. An admin has to do this.'],
  ])
  expect(await statusOf(one.id)).toBe('active')
  await act('run')
  expect([await statusOf(one.id), await statusOf(two.id), await statusOf(eve.id)]).toEqual([
    'suspended',
    'suspended',
    'active',
  ])
  // Somebody suspends one of them for something else: the undo leaves that.
  const other = { ...decision({ kind: 'suspend' }), version: undefined }
  expect((await atDesk(eve, `POST /desk/things/user/${two.id}/decide`, other)).status).toBe(200)
  expect(await act('undo')).toMatchObject({ count: 1 })
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['active', 'suspended'])
})

test('a decision that a colleague makes during the undo stands, and its item is left out', async () => {
  const creator = await makePerson(server, `things.creator.${(count += 1)}`, true)
  const account: BulkThing = { type: 'performer', id: creator.id }
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const { act } = await preview({ action: 'suspend', things: [account] })
  expect(await act('run')).toMatchObject({ count: 1 })
  const kinds = { kind: 'restrict', restrict: 'publish', ground: 'terms', clause: 'spam' } as const
  const other = { ...kinds, _id: randomUUID(), until: null, facts: 'It sells watches.' }
  let undoing: Promise<BulkAnswer> | undefined
  await transact(server.app, eve.actor, async (tx) => {
    await decideThing(tx, { type: 'gallery', id }, other)
    undoing = act('undo')
    await waitsForLock(server)
  })
  expect(await undoing).toMatchObject({ count: 0, refused: [{ why: 'Another decision hides it, too.' }] })
  expect((await em().findOneOrFail(Decision, { id: other._id })).reversedAt).toBeNull()
  expect(await statusOf(creator.id)).toBe('suspended')
})

test('a thing that somebody has decided on since the preview is left out, also once that case is closed', async () => {
  const [one, two] = [await gallery(), await gallery()]
  const { act } = await preview({ action: 'hide', things: [one, two] })
  const warned = await atDesk(eve, `POST /desk/things/gallery/${one.id}/decide`, decision({ kind: 'warn', version: 0 }))
  expect(warned.status).toBe(200)
  const { id: caseId, version } = await em().findOneOrFail(Case, { objectId: one.id })
  const close = { _id: randomUUID(), version }
  expect((await atDesk(eve, `POST /desk/cases/${caseId}/close`, close)).status).toBe(200)
  const why = expect.stringMatching(/^Decided .* UTC: warned\.$/) as string
  expect(await act('run')).toMatchObject({ count: 1, refused: [{ thing: one, why }] })
  expect([await deeds(one.id), await deeds(two.id)]).toEqual([['warn'], ['hide']])
  // A preview of what it is by now decides.
  const again = await preview({ action: 'hide', things: [one] })
  expect(await again.act('run')).toMatchObject({ count: 1, refused: [] })
})

test('a thing about which a case was opened since is left out; one with a case is that case', async () => {
  const [one, cased] = [await gallery(), await gallery()]
  const report = async ({ type, id }: BulkThing) => {
    const { token } = await makePerson(server, `things.reporter.${(count += 1)}`)
    const body = { objectType: type, objectId: id, category: 'spam' }
    expect((await call(server, 'POST /reports', { token, body })).status).toBe(200)
  }
  await report(cased)
  const { act } = await preview({ action: 'hide', things: [one, cased] })
  await report(one)
  expect(await act('run')).toMatchObject({
    count: 1,
    refused: [{ thing: one, why: 'There is a case about this by now. Look at it first.' }],
  })
  expect([await seen(one.id), await seen(cased.id)]).toEqual([200, 404])
  // No breach is said of cases alone.
  const { body } = await preview({ action: 'none', things: [await gallery()] })
  expect(body).toMatchObject({ count: 0, refused: [{ why: 'There is no case to close.' }] })
})

test('a run that broke off goes on where it was, and its owner alone sees it in the list', async () => {
  const things = [await gallery(), await gallery()]
  const { _id, act } = await preview({ action: 'hide', things })
  const read = async (by: Person) => (await atDesk(by, 'GET /desk/bulk')).body as unknown as { data: BulkAnswer[] }
  expect((await read(ben)).data.map((one) => one._id)).not.toContain(_id)
  await act('run')
  // As it stood while the first of them was done.
  const { items } = await em().findOneOrFail(Bulk, { id: _id })
  const [first, second] = items
  const half = [first, { ...second, caseId: null, version: 0, step: undefined }] as typeof items
  await em().nativeUpdate(Bulk, { id: _id }, { state: 'running', items: half, undoUntil: null })
  expect((await read(ben)).data[0]).toMatchObject({ _id, state: 'running', count: 2, done: 1 })
  expect((await read(eve)).data).toEqual([])
  expect(await act('run')).toMatchObject({ state: 'done', count: 2, done: 2, refused: [] })
  for (const { id } of things) expect(await deeds(id)).toEqual(['hide'])
})
