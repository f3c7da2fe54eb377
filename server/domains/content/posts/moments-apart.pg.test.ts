import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../infra/database/migrate.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { backUp, restore } from '../../../infra/sync/testing/backup.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { publishPost } from './commands.ts'
import { Post } from './entity.ts'

const HOUR_MS = 3_600_000
const DAY = Date.parse('2025-11-01T12:00:00.000Z')
const MOMENTS_APART = 'Migration20261124020000_post_moments_apart'

let server: TestServer
let creator: Person
let rival: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  creator = await makePerson(server, `creator_${count}`, true)
  rival = await makePerson(server, `rival_${count}`, true)
})

test('the start moves back the earlier of older posts with one moment, and devices hear of it', async () => {
  for (let n = 1; n <= 6; n += 1) {
    for (const by of [creator, rival]) await publish(by, `post ${n}`)
  }
  // The clock had gone back at the fourth.
  await momentsAre(creator, [DAY - HOUR_MS, DAY - 1, DAY, DAY - HOUR_MS, DAY, DAY + 5])
  const device = new TestDevice(server, creator)
  await device.sync()
  const theirs = await postsOf(rival)
  await server.app.orm.migrator.down({ migrations: [MOMENTS_APART] })
  await migrate(server.app.orm)
  expect((await device.sync()).spaces).toMatchObject([{ reset: false, rows: [{}, {}, {}] }])
  expect(momentsHeld(device)).toEqual([DAY - HOUR_MS, DAY - 3, DAY - 2, DAY - 1, DAY, DAY + 5])
  expect(await postsOf(rival)).toEqual(theirs)
})

test('also where the database was restored meanwhile, and a device knows of what is lost', async () => {
  for (const text of ['one', 'two']) await publish(creator, text)
  await momentsAre(creator, [DAY, DAY])
  const device = new TestDevice(server, creator)
  await backUp(server.app)
  await publish(creator, 'lost')
  await device.sync()
  await server.app.orm.migrator.down({ migrations: [MOMENTS_APART] })
  await restore(server.app)
  // A server that starts on it brings it up to date.
  await migrate(server.app.orm)
  await device.sync()
  expect(momentsHeld(device)).toEqual([DAY - 1, DAY])
})

test('a moment that is yet to come moves no other: it goes before the next one, and the last come back to now', async () => {
  for (let n = 1; n <= 6; n += 1) await publish(creator, `post ${n}`)
  const ahead = Date.now() + 1000 * HOUR_MS
  await momentsAre(creator, [DAY, ahead, DAY + HOUR_MS, DAY + 2 * HOUR_MS, ahead + 5, ahead + HOUR_MS])
  await server.app.orm.migrator.down({ migrations: [MOMENTS_APART] })
  await migrate(server.app.orm)
  const moments = (await postsOf(creator)).map(({ publishedAt }) => Number(publishedAt))
  expect(moments.slice(0, 4)).toEqual([DAY, DAY + HOUR_MS - 1, DAY + HOUR_MS, DAY + 2 * HOUR_MS])
  expect(moments[5]).toBeLessThanOrEqual(Date.now())
  expect(moments[5]).toBeGreaterThan(Date.now() - HOUR_MS)
  expect(moments[4]).toBe(Number(moments[5]) - 1)
})

test('thousands of places are moved apart without a wait', async () => {
  await publish(creator, 'copied')
  const copying = performance.now()
  await server.app.orm.em.fork().execute(
    `insert into post select (p).* from (
       select jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'seq', n)) as p
       from post p, generate_series(2, 8000) n where p.performer_id = ?
     ) as copies`,
    [creator.id],
  )
  const copied = performance.now() - copying
  await server.app.orm.migrator.down({ migrations: [MOMENTS_APART] })
  const began = performance.now()
  await migrate(server.app.orm)
  const took = performance.now() - began
  // On a busy machine the places take longer to write, too.
  expect(took).toBeLessThan(Math.max(4_000, 6 * copied))
})

function publish(by: Person, text: string): Promise<Post> {
  const args = { _id: v7(), text, access: 'public' as const, price: 0, scheduledAt: null, poll: null, fileIds: [] }
  return transact(server.app, by.actor, (tx) => publishPost(tx, args))
}

function momentsHeld(device: TestDevice): number[] {
  const rows = device.all<PostRecord>('posts').toSorted((a, b) => a.seq - b.seq)
  return rows.map(({ publishedAt }) => Date.parse(publishedAt ?? ''))
}

async function momentsAre({ id }: Person, moments: readonly number[]): Promise<void> {
  const em = server.app.orm.em.fork()
  for (const [index, moment] of moments.entries()) {
    const place = [new Date(moment), id, index + 1]
    await em.execute('update post set published_at = ? where performer_id = ? and seq = ?', place)
  }
}

function postsOf({ id }: Person): Promise<Post[]> {
  return server.app.orm.em.fork().find(Post, { performerId: id }, { orderBy: { seq: 'asc' } })
}
