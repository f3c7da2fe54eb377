import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { converse, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { makeThing } from '../comments/testing/comment.ts'
import { checkDecisionsJob, undecided } from './check-decisions-job.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let fan: Person
let creator: Person
let elapsedMs = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'restrict.ada', 'admin')
  fan = await makePerson(server, 'restrict.fan')
  creator = await makePerson(server, 'restrict.creator', true)
})
afterAll(() => server.stop())

const restrict = async ({ id, user }: Person, deed: string, until: string | null = null) => {
  const path = `POST /desk/things/${user.isPerformer ? 'performer' : 'user'}/${id}/decide` as const
  const answer = await atDesk(ada, path, decision({ kind: 'restrict', restrict: deed, until }))
  expect(answer.status, answer.text).toBe(200)
}

test('a paused deed is refused with its end, and others go on', async () => {
  const until = new Date(Date.now() + 3_600_000)
  await restrict(fan, 'comment', until.toISOString())
  const thing = await makeThing(server, creator)
  const comment = () => call(server, 'POST /comments', { token: fan.token, body: { ...thing, text: 'Hello' } })
  expect(await comment()).toMatchObject({
    status: 403,
    body: {
      message: `Commenting is paused until ${until.toISOString().slice(0, 10)}. Read why under Decisions.`,
    },
  })
  const conversationId = await converse(server, fan, creator)
  const device = new TestDevice(server, fan)
  const send = () => mutation('message.send', { _id: v7(), conversationId, text: 'Hello', fileIds: [] })
  expect((await device.sync([send()])).outcomes).toMatchObject([{ status: 'applied' }])
  await restrict(fan, 'message')
  expect((await device.sync([send()])).outcomes).toMatchObject([
    { status: 'rejected', kind: 'forbidden', message: 'Messaging is paused. Read why under Decisions.' },
  ])
  elapsedMs = 3_700_000
  expect((await comment()).status).toBeLessThan(300)
  elapsedMs = 0
  expect((await atDesk(ada, `POST /desk/things/user/${fan.id}/decide`, decision({ kind: 'restore' }))).status).toBe(200)
  expect((await device.sync([send()])).outcomes).toMatchObject([{ status: 'applied' }])
})

test('a creator who may not publish or sell sets nothing out', async () => {
  await restrict(creator, 'publish')
  const { token } = creator
  const body = { _id: randomUUID(), text: 'A post', access: 'public' }
  const posted = await call(server, 'POST /performer/feeds', { token, body })
  expect(posted).toMatchObject({ status: 403, body: { message: 'Publishing is paused. Read why under Decisions.' } })
  const { id } = await makeAsset(server, creator.id, { kind: 'product', price: 5, status: 'archived', files: {} })
  const device = new TestDevice(server, creator)
  await device.syncAll()
  const activate = () =>
    mutation('asset.save', {
      ...{ _id: id, kind: 'product', base: {}, changes: { status: 'active' }, editedAt: new Date().toISOString() },
    } as never)
  await restrict(creator, 'sell')
  expect((await device.sync([activate()])).outcomes).toMatchObject([
    { status: 'rejected', message: 'Selling is paused. Read why under Decisions.' },
  ])
})

test('the nightly check finds what is hidden or suspended without a decision', async () => {
  const em = () => server.app.orm.em.fork()
  const run = () => checkDecisionsJob.run(server.app, new AbortController().signal)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const decided = decision({ kind: 'hide' })
  expect((await atDesk(ada, `POST /desk/things/gallery/${id}/decide`, decided)).status).toBe(200)
  await run()
  const other = await makeAsset(server, creator.id, { kind: 'gallery' })
  const loner = await makePerson(server, 'restrict.loner')
  await em().execute(`update asset set status = 'hidden' where id = ?`, [other.id])
  await em().execute(`update "user" set status = 'suspended' where id = ?`, [loner.id])
  await em().execute('update moderation_decision set reversed_at = now() where id = ?', [decided._id])
  expect((await undecided(em(), new Date())).map((one) => one.id)).toEqual(
    expect.arrayContaining([id, other.id, loner.id]),
  )
  await expect(run()).rejects.toThrow('3 things are hidden, or accounts suspended, without a decision.')
})
