import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect, vi } from 'vitest'
import { Report } from './domains/community/cases/reports/entity.ts'
import { reportCommands as admin } from './domains/community/cases/reports/report-commands.ts'
import { fillWallet } from './domains/money/money/testing/books.ts'
import { deliverEvents } from './domains/notify/notifications/deliver.ts'
import { flushGathered } from './domains/notify/notifications/gather.ts'
import { call } from './domains/people/accounts/testing/api.ts'
import { transact } from './infra/database/transaction.ts'
import type { Person } from './infra/sync/testing/person.ts'
import { test } from './testing/fixtures.ts'
import type { TestServer } from './testing/server.ts'
import { Stall } from './testing/stalls/entity.ts'

// A line in the table of things.
vi.mock('@vesper/sync/vesper/records/things.ts', async (original) => {
  const real: { things: object; thingKinds: readonly string[] } = await original()
  const uses = { comment: true, like: true, bookmark: 'stalls', report: true, hide: true, buy: true, own: true }
  Object.assign(real.things, { stall: { name: 'stall', ...uses, search: 'stalls' } })
  Object.assign(real.thingKinds, { [real.thingKinds.length]: 'stall' })
  return real
})

// The lists that show it.
vi.mock('@vesper/sync/vesper/api/thing-lists.ts', async (original) => {
  const real: { bookmarkLists: object; searchLists: object } = await original()
  const v = await import('valibot')
  const stalls = v.object({ data: v.array(v.object({ _id: v.string(), title: v.string() })), total: v.number() })
  Object.assign(real.bookmarkLists, { stalls })
  Object.assign(real.searchLists, { stalls })
  return real
})

// Its folder, by one entry of its manifest.
vi.mock('./infra/join-domains.ts', async (original) => {
  const real: { joinDomains: (list: readonly object[]) => unknown } = await original()
  const { Stall: entity } = await import('./testing/stalls/entity.ts')
  const { stallThing } = await import('./testing/stalls/stall-thing.ts')
  const stalls = { name: 'stalls', entities: [{ entity, record: null }], things: [stallThing] }
  return { ...real, joinDomains: (list: readonly object[]) => real.joinDomains([...list, stalls]) }
})

const extended = test.extend('stalls', { scope: 'file' }, async ({ server }) => {
  // The migration of a new thing.
  await server.app.orm.schema.update()
  return {
    make: async ({ id: performerId }: Person, { title, price = 0 }: { title: string; price?: number }) => {
      const stall = { id: v7(), performerId, title, price, isHidden: false }
      await transact(server.app, null, async ({ em }) => void em.create(Stall, stall))
      return stall.id
    },
  }
})

async function noticesOf(server: TestServer, { token }: Person) {
  await flushGathered(server.app)
  await deliverEvents(server.app)
  const { body } = await call(server, 'GET /notifications', { token })
  return (body['data'] as { kind: string; objectType: string; preview: string }[]).map(
    ({ kind, objectType, preview }) => [kind, objectType, preview],
  )
}

extended(
  'a new thing is commented on and liked, and its owner hears of it',
  async ({ server, fan, creator, stalls }) => {
    const objectId = await stalls.make(creator, { title: 'Pears' })
    const { token } = fan
    const comment = { objectType: 'stall', objectId, text: 'How much?' }
    expect((await call(server, 'POST /comments', { token, body: comment })).status).toBe(201)
    const read = await call(server, `GET /comments?objectType=stall&objectId=${objectId}`, { token })
    expect(read.body['data']).toMatchObject([{ text: 'How much?' }])
    const like = { objectType: 'stall', objectId, action: 'like' }
    expect((await call(server, 'POST /reactions', { token, body: like })).status).toBe(200)
    expect(await noticesOf(server, creator)).toEqual(
      expect.arrayContaining([
        ['comment', 'stall', 'How much?'],
        ['like', 'stall', 'Pears'],
      ]),
    )
  },
)

extended('a new thing is bookmarked and found', async ({ server, fan, creator, stalls }) => {
  const objectId = await stalls.make(creator, { title: 'Quinces of the hill' })
  const { token } = fan
  const bookmark = { objectType: 'stall', objectId, action: 'bookmark' }
  expect((await call(server, 'POST /reactions', { token, body: bookmark })).status).toBe(200)
  const listed = { data: [{ _id: objectId, title: 'Quinces of the hill' }], total: 1 }
  expect((await call(server, 'GET /reactions/stalls/bookmark', { token })).body).toEqual(listed)
  const found = await call(server, 'GET /search?q=quinces&in=stalls', { token })
  expect(found.body).toEqual({ stalls: listed })
})

extended('a new thing is reported and hidden', async ({ server, fan, creator, stalls }) => {
  const objectId = await stalls.make(creator, { title: 'Stolen figs' })
  const { token } = fan
  const body = { objectType: 'stall', objectId, category: 'illegal' }
  expect((await call(server, 'POST /reports', { token, body })).status).toBe(200)
  const report = await server.app.orm.em.fork().findOneOrFail(Report, { objectId })
  expect(report).toMatchObject({ targetUserId: creator.id, snapshot: { text: 'Stolen figs' }, state: 'open' })
  const lines: string[] = []
  await admin['hide']?.run({ app: server.app, args: ['stall', objectId], print: (line) => void lines.push(line) })
  expect(lines).toEqual([`stall ${objectId} is hidden`])
  const like = { objectType: 'stall', objectId, action: 'like' }
  const refused = await call(server, 'POST /reactions', { token, body: like })
  expect([refused.status, refused.body['message']]).toEqual([404, 'This stall does not exist.'])
})

extended('a new thing is bought', async ({ server, fan, creator, stalls }) => {
  const objectId = await stalls.make(creator, { title: 'Plums', price: 30 })
  await fillWallet(server, fan.id, { paid: 100 })
  const { token } = fan
  const comment = { objectType: 'stall', objectId, text: 'At last' }
  expect((await call(server, 'POST /comments', { token, body: comment })).status).toBe(403)
  const body = { _id: randomUUID(), price: 30 }
  const bought = await call(server, `POST /wallet/charges/stall/${objectId}`, { token, body })
  expect([bought.status, bought.body['title'], bought.body['balance']]).toEqual([201, 'Plums', 70])
  expect((await call(server, 'POST /comments', { token, body: comment })).status).toBe(201)
})
