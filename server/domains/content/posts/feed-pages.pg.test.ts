import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Post } from './entity.ts'

const OLDEST = Date.parse('2026-11-01T12:00:00.000Z')

let server: TestServer
let creator: Person
let rival: Person
let fan: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  creator = await makePerson(server, `creator_${count}`, true)
  rival = await makePerson(server, `rival_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
  for (const { id: performerId } of [creator, rival]) {
    await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId, following: true }))
  }
})

test('a page has a limited number of places between its posts, and the next one begins where it ends', async () => {
  const ids = await addPlaces(Array.from({ length: 231 }, (_, n) => ({ by: creator, at: n })))
  const pages = await homePages()
  expect(pages.flat()).toEqual(ids.toReversed())
  expect(pages.map(({ length }) => length)).toEqual([200, 31])
})

test.each([
  ['of two creators', (n: number) => ({ by: n % 2 === 1 ? creator : rival, at: Math.ceil(n / 2) })],
  ['of more than a page', (n: number) => ({ by: creator, at: Math.min(n, 1) })],
])('no page ends between places %s that have one moment', async (_whose, placeOf) => {
  const ids = await addPlaces(Array.from({ length: 232 }, (_, n) => placeOf(n)))
  const held = (await homePages()).flat()
  expect(held).toHaveLength(ids.length)
  expect(new Set(held)).toEqual(new Set(ids))
})

test('nor, where only posts are asked for, between two of one moment', async () => {
  const ids = await addPlaces(
    Array.from({ length: 12 }, (_, n) => ({ by: n % 2 === 1 ? creator : rival, at: Math.ceil(n / 2) })),
    'published',
  )
  const pages = await homePages('false')
  expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  expect(pages.map(({ length }) => length)).toEqual([5, 6, 1])
})

test.each(['archived', 'removed'] as const)(
  'a device begins with 200 places of a feed at most, however many of them are %s; pages bring the others',
  async (status) => {
    const ids = await addPlaces(
      Array.from({ length: 231 }, (_, n) => ({ by: creator, at: n })),
      status,
    )
    for (const person of [creator, fan]) {
      const device = new TestDevice(server, person)
      await device.syncAll()
      const places = device.all<PostRecord>('posts').toSorted((a, b) => a.seq - b.seq)
      expect(places.map(({ _id }) => _id)).toEqual(ids.slice(31))
      const before = String(places[0]?.publishedAt)
      const older = `GET /user/feeds/search/${creator.id}?pageSize=5&removed=true&before=${before}` as const
      const { data } = (await call(server, older, { token: person.token })).body as unknown as { data: FeedPost[] }
      expect(data.map(({ _id }) => _id)).toEqual(ids.slice(0, 31).toReversed())
    }
  },
)

/** The whole home feed of the fan, in pages that each begin where the one before ends. */
async function homePages(removed = 'true'): Promise<string[][]> {
  const pages: FeedPost[][] = []
  for (let before = ''; ; before = `&before=${pages.at(-1)?.at(-1)?.publishedAt}`) {
    const answer = await call(server, `GET /user/feeds?pageSize=5&removed=${removed}${before}`, { token: fan.token })
    const { data } = answer.body as unknown as { data: FeedPost[] }
    if (data.length === 0) return pages.map((page) => page.map(({ _id }) => _id))
    pages.push(data)
  }
}

/** A post, then, unless told, tombstones, at so many milliseconds after it. */
function addPlaces(places: { by: Person; at: number }[], others: Post['status'] = 'removed'): Promise<string[]> {
  return transact(server.app, null, async ({ em }) =>
    places.map(({ by, at }, n) => {
      const [id, moment] = [v7(), new Date(OLDEST + at)]
      const stamps = { publishedAt: moment, createdAt: moment, updatedAt: moment }
      const status = n === 0 ? 'published' : others
      em.create(Post, { id, performerId: by.id, text: '', access: 'public', seq: n + 1, status, ...stamps })
      return id
    }),
  )
}
