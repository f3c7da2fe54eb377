import { randomUUID } from 'node:crypto'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { deadTokens, makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import type { ApiAnswer } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Post } from './entity.ts'

/** Words that only readers of the post may learn. */
const SECRETS = ['the door is behind the bakery', 'Which door?', 'The red one']

let server: TestServer
let creator: Person
let rival: Person
let fan: Person
let stranger: Person
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
  stranger = await makePerson(server, `stranger_${count}`)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
})

type Target = Parameters<typeof call>[1]
type Caller = 'nobody' | 'fan' | 'stranger' | 'rival' | 'creator'

const calls: [target: string, body: object | undefined, expected: Record<Caller, number>][] = [
  ['POST /performer/feeds', { text: 'x' }, { nobody: 401, fan: 403, stranger: 403, rival: 201, creator: 201 }],
  ['GET /performer/feeds', undefined, { nobody: 401, fan: 403, stranger: 403, rival: 200, creator: 200 }],
  ['GET /performer/feeds/{id}', undefined, { nobody: 401, fan: 403, stranger: 403, rival: 404, creator: 200 }],
  ['PUT /performer/feeds/{id}', { text: 'y' }, { nobody: 401, fan: 403, stranger: 403, rival: 404, creator: 200 }],
  ['DELETE /performer/feeds/{id}', undefined, { nobody: 401, fan: 403, stranger: 403, rival: 404, creator: 200 }],
  [
    'POST /performer/feeds/polls',
    { question: 'Which?', options: ['This', 'That'] },
    { nobody: 401, fan: 403, stranger: 403, rival: 201, creator: 201 },
  ],
  ['POST /user/feeds/vote/{id}', { options: [0] }, { nobody: 401, fan: 200, stranger: 200, rival: 200, creator: 200 }],
  ['POST /user/feeds/views', { ids: [] }, { nobody: 200, fan: 200, stranger: 200, rival: 200, creator: 200 }],
  ['GET /user/feeds', undefined, { nobody: 200, fan: 200, stranger: 200, rival: 200, creator: 200 }],
  ['GET /user/feeds/latest', undefined, { nobody: 200, fan: 200, stranger: 200, rival: 200, creator: 200 }],
  ['GET /user/feeds/search/{username}', undefined, { nobody: 200, fan: 200, stranger: 200, rival: 200, creator: 200 }],
  ['GET /user/feeds/{id}', undefined, { nobody: 200, fan: 200, stranger: 200, rival: 200, creator: 200 }],
]

test.each(calls)('%s answers each caller as it should', async (target, body, expected) => {
  const { _id } = await publish({ text: 'mine', poll: { question: 'Which?', options: ['This', 'That'] } })
  const dead = await deadTokens(server, creator.user)
  const tokens: Record<Caller, string | undefined> = {
    ...{ nobody: undefined, fan: fan.token, stranger: stranger.token, rival: rival.token, creator: creator.token },
  }
  const path = target.replace('{id}', _id).replace('{username}', `creator_${count}`) as Target
  for (const caller of Object.keys(expected) as Caller[]) {
    expect([caller, (await call(server, path, { token: tokens[caller], body })).status]).toEqual([
      caller,
      expected[caller],
    ])
  }
  for (const token of [dead.revoked, dead.expired]) {
    expect((await call(server, path, { token, body })).status).toBe(expected.nobody)
  }
})

test('every call of this domain is in the table above', () => {
  const listed = new Set(calls.map(([target]) => target))
  const mine = domains.routes.filter(({ tag }) => tag === 'Feeds').map(({ method, path }) => `${method} ${path}`)
  expect(mine.filter((target) => !listed.has(target))).toEqual([])
})

test.each(['followers', 'subscribers', 'paid'] as const)(
  'a locked post for %s gives nothing of itself away: not over REST, not in a patch, not in its files',
  async (access) => {
    const [photo] = await addFiles([{ ownerId: creator.id, placeholder: 'AQgKFQKId3d4eHiHd3eIeHiPgPgI' }])
    const post = await publish({
      ...{ text: `Go there at night, ${SECRETS[0]}`, access, price: access === 'paid' ? 25 : 0, fileIds: [photo] },
      poll: { question: SECRETS[1], options: [SECRETS[2], 'None'] },
    })
    // A follower holds the post of followers; who does not gets it over REST, locked.
    const isReadable = access === 'followers'
    for (const person of [stranger, fan]) {
      const sees = isReadable && person === fan
      const texts = await everythingAbout(post._id, person)
      for (const text of texts) {
        for (const secret of [...SECRETS, String(photo)]) expect(text.includes(secret)).toBe(sees)
      }
      const { body } = await call(server, `GET /user/feeds/${post._id}`, { token: person.token })
      expect(body).toMatchObject({ isLocked: !sees, fileCount: 1, access, price: access === 'paid' ? 25 : 0 })
      if (!sees) {
        expect(body).toMatchObject({ text: 'Go there at …', files: [], poll: null, cover: { width: 640, height: 480 } })
      }
    }
  },
)

test('a link to a photo works for whom it was signed, as long as the post is theirs to read', async () => {
  const photo = await uploadPhoto()
  const post = await publish({ text: 'For you', access: 'followers', fileIds: [photo] })
  const { body } = await call(server, `GET /user/feeds/${post._id}`, { token: fan.token })
  const url = (body as unknown as PostRecord).files[0]?.url ?? ''
  const media = async (token: string) =>
    (await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await media(fan.token), await media(stranger.token)]).toEqual([200, 404])
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: false }))
  expect(await media(fan.token)).toBe(404)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  expect(await media(fan.token)).toBe(200)
  const setStatus = (status: 'active' | 'suspended') =>
    transact(server.app, null, async ({ em }) => void (await em.nativeUpdate(User, { id: creator.id }, { status })))
  await setStatus('suspended')
  expect(await media(fan.token), 'the account is closed').toBe(404)
  await setStatus('active')
  expect(await media(fan.token)).toBe(200)
})

test('only the author sees a scheduled or archived post, and nobody a removed one', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await publish({ text: 'later', scheduledAt: at })
  const archived = await publish({ text: 'old' })
  const removed = await publish({ text: 'gone' })
  await call(server, `PUT /performer/feeds/${archived._id}`, { token: creator.token, body: { archived: true } })
  await call(server, `DELETE /performer/feeds/${removed._id}`, { token: creator.token })
  for (const { _id } of [scheduled, archived, removed]) {
    expect((await call(server, `GET /user/feeds/${_id}`, { token: fan.token })).status).toBe(404)
  }
  expect((await home(fan, '')).data).toEqual([])
  const own = await call(server, 'GET /performer/feeds?sortBy=createdAt&sort=asc', { token: creator.token })
  expect(own.body).toMatchObject({ total: 2, data: [{ status: 'scheduled' }, { status: 'archived' }] })
  expect((await call(server, 'GET /performer/feeds?status=archived', { token: creator.token })).body['total']).toBe(1)
})

test('the home feed has the posts of those one follows, newest first, page by page while others come', async () => {
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: rival.id, following: true }))
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) ids.unshift((await publish({ text: `${n}` }, n % 3 ? creator : rival))._id)
  const first = await home(fan, '?pageSize=5')
  expect([first.data.map(({ _id }) => _id), first.total]).toEqual([ids.slice(0, 5), 12])
  expect(first.data[0]?.performer).toMatchObject({ _id: creator.id, username: `creator_${count}` })
  await publish({ text: 'in between' })
  await call(server, `DELETE /performer/feeds/${ids[6]}`, { token: creator.token })
  const before = first.data.at(-1)?.publishedAt
  const second = await home(fan, `?pageSize=5&before=${before}`)
  expect(second.data.map(({ _id }) => _id)).toEqual([ids[5], ...ids.slice(7, 11)])
  const kept = await home(fan, `?pageSize=5&before=${before}&removed=true`)
  expect(kept.data.map(({ _id }) => _id)).toEqual(ids.slice(5, 11))
  expect(kept.data[1]).toMatchObject({ status: 'removed', text: '' })
  expect((await home(stranger, '')).data).toEqual([])
  expect((await home(null, '')).data).toEqual([])
  expect((await home(fan, '?pageSize=5&current=100&removed=true')).data, 'a page past the end is empty').toEqual([])
})

test('one creator’s feed is found by name and id, and is gone with the account', async () => {
  await publish({ text: 'hello' })
  for (const name of [`creator_${count}`, `CREATOR_${count}`, creator.id]) {
    const { status, body } = await call(server, `GET /user/feeds/search/${name}`)
    expect([status, body['total']]).toEqual([200, 1])
  }
  for (const name of ['nobody.there', `fan_${count}`, randomUUID()]) {
    expect((await call(server, `GET /user/feeds/search/${name}`)).status).toBe(404)
  }
})

test('a follower begins with the newest 20 posts, and an older one that changes comes alone', async () => {
  const ids: string[] = []
  for (let n = 0; n < 25; n += 1) ids.push((await publish({ text: `${n}` }))._id)
  await call(server, `DELETE /performer/feeds/${ids[22]}`, { token: creator.token })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const seqs = () =>
    device
      .all<PostRecord>('posts')
      .map(({ seq }) => seq)
      .toSorted((a, b) => a - b)
  // The tombstone is one more: the newest that are left are 20.
  expect(seqs()).toEqual(Array.from({ length: 21 }, (_, n) => n + 5))
  await call(server, `PUT /performer/feeds/${ids[0]}`, { token: creator.token, body: { archived: true } })
  await device.syncAll()
  expect(device.all<PostRecord>('posts').find(({ seq }) => seq === 1)).toMatchObject({ status: 'removed', text: '' })
})

test('malformed input gets a clear 4xx and changes nothing', async () => {
  const poll = (options: unknown[]) => ({ poll: { question: 'q', options } })
  const bad: unknown[] = [
    ...[
      {},
      { text: ' ' },
      { text: '\u2800\u3164' },
      { text: 'x'.repeat(5001) },
      { text: 1 },
      { text: 'nul \0' },
      { text: 'x', _id: 'x' },
    ],
    ...[
      { text: 'x', access: 'friends' },
      { text: 'x', access: 'paid' },
      { text: 'x', price: 5 },
    ],
    ...[
      { text: 'x', access: 'paid', price: 10_001 },
      { text: 'x', access: 'paid', price: 1.5 },
    ],
    ...[
      { text: 'x', access: 'paid', price: -1 },
      { text: 'x', scheduledAt: 'tomorrow' },
      { text: 'x', scheduledAt: '2027-02-29T10:00:00Z' },
      { text: 'x', scheduledAt: '2026-02-30T10:00:00Z' },
    ],
    ...[
      { text: 'x', scheduledAt: '2999-01-01T00:00:00Z' },
      poll(['one']),
      poll(['a', 'a']),
      poll(['é', 'e\u0301']),
      poll(Array(11).fill('a')),
    ],
    ...[{ fileIds: Array.from({ length: 21 }, () => randomUUID()) }, { fileIds: [randomUUID()] }, 'null', '[]', '{'],
  ]
  for (const body of bad)
    expect((await call(server, 'POST /performer/feeds', { token: creator.token, body })).status).toBe(400)
  const { _id } = await publish({ text: 'as it was' })
  for (const body of [{}, { text: '' }, { price: 3 }, { access: 'paid' }, { archived: 'yes' }]) {
    const answer = await call(server, `PUT /performer/feeds/${_id}`, { token: creator.token, body })
    expect(answer.status).toBe(400)
  }
  for (const query of [
    'before=yesterday',
    'before=0000-01-01T00:00:00Z',
    'before=2026-02-30T00:00:00Z',
    'pageSize=0',
    'sortBy=text',
    'removed=1',
    'current=x',
  ]) {
    expect((await call(server, `GET /user/feeds?${query}`, { token: fan.token })).status).toBe(400)
  }
  expect((await call(server, 'GET /user/feeds/x')).status).toBe(400)
  const posts = await server.app.orm.em.fork().find(Post, { performerId: creator.id })
  expect(posts).toMatchObject([{ text: 'as it was' }])
})

async function publish(body: object, by = creator): Promise<PostRecord> {
  const answer = await call(server, 'POST /performer/feeds', { token: by.token, body: { _id: v7(), ...body } })
  expect(answer.status).toBe(201)
  return answer.body as unknown as PostRecord
}

async function home(viewer: Person | null, query: string): Promise<{ data: FeedPost[]; total: number }> {
  const answer = await call(server, `GET /user/feeds${query}`, { token: viewer?.token })
  expect(answer.status).toBe(200)
  return answer.body as unknown as { data: FeedPost[]; total: number }
}

/** All that an account is told of a post, word by word. */
async function everythingAbout(id: string, person: Person): Promise<string[]> {
  const paths = [`GET /user/feeds/${id}`, `GET /user/feeds/search/creator_${count}`] as const
  const answers: ApiAnswer[] = []
  for (const path of paths) answers.push(await call(server, path, { token: person.token }))
  if (person !== fan) return answers.map(({ text }) => text)
  answers.push(await call(server, 'GET /user/feeds', { token: person.token }))
  const patch = await new TestDevice(server, person).sync()
  const texts = [...answers.map(({ text }) => text), JSON.stringify(patch)]
  for (const text of texts) expect(text).toContain(id)
  return texts
}

async function uploadPhoto(): Promise<string> {
  const form = new FormData()
  const pixels = sharp({ create: { width: 8, height: 6, channels: 3, background: '#8a5fc9' } })
  form.append('file', new Blob([new Uint8Array(await pixels.png().toBuffer())], { type: 'image/png' }), 'photo.png')
  const answer = await call(server, 'POST /messages/private/file', { token: creator.token, body: form })
  expect(answer.status).toBe(200)
  return String(answer.body['_id'])
}

function addFiles(files: object[]): Promise<string[]> {
  return transact(server.app, null, async ({ em }) =>
    files.map((given) => em.create(File, { ...newFile(creator.id), ...given }).id),
  )
}
