import { CALENDAR_ROWS_MAX } from '@vesper/sync/vesper/api/calendar.ts'
import type { Calendar } from '@vesper/sync/vesper/api/calendar.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Post } from '../../content/posts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Broadcast } from '../broadcasts/entity.ts'

/** October of Auckland, whose clocks go forward within the range of its weeks. */
const from = '2026-09-30T11:00:00.000Z'
const to = '2026-10-31T11:00:00.000Z'
const inside = new Date('2026-10-10T12:00:00.000Z')
const outside = new Date('2026-11-10T12:00:00.000Z')

let server: TestServer
let creator: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  creator = await makePerson(server, `calendar_${(count += 1)}`, true)
})

const ask = async ({ token }: Person, range: Record<string, string> = { from, to }) =>
  call(server, `GET /performer/calendar?${new URLSearchParams(range).toString()}`, { token })
const shown = async (person = creator) => {
  const { posts, messages, isWhole } = (await ask(person)).body as unknown as Calendar
  return { posts: posts.map(({ text }) => text), messages: messages.map(({ text }) => text), isWhole }
}

type Given = Partial<Pick<Post, 'status' | 'scheduledAt' | 'publishedAt' | 'expiresAt'>>

async function post(text: string, given: Given, { id: performerId } = creator): Promise<void> {
  const rest = { seq: null, access: 'public', poll: null, ...given } as const
  await transact(server.app, null, async ({ em }) => {
    em.create(Post, { id: v7(), performerId, text, status: 'published', ...rest } as never)
  })
}

async function message(text: string, given: Partial<Broadcast>, { id: performerId } = creator): Promise<void> {
  const empty = { fileIds: [], include: [], exclude: [], trigger: null, sendAt: null, goesAt: null }
  await transact(server.app, null, async ({ em }) => {
    em.create(Broadcast, { ...empty, id: v7(), performerId, text, ...given })
  })
}

test('the range has the own posts that go out, came out or end in it, and the messages to many of it', async () => {
  await post('planned', { status: 'scheduled', scheduledAt: inside })
  await post('in processing', { status: 'processing', scheduledAt: inside, expiresAt: outside })
  await post('out', { publishedAt: inside })
  await post('out long ago, ends', { publishedAt: new Date('2025-01-01'), expiresAt: inside })
  await post('planned later', { status: 'scheduled', scheduledAt: outside })
  await post('planned here, out elsewhere', { scheduledAt: inside, publishedAt: outside })
  await post('archived', { status: 'archived', publishedAt: inside })
  await post('hidden', { status: 'hidden', publishedAt: inside })
  await post('removed', { status: 'removed', publishedAt: inside })
  await message('planned to many', { state: 'scheduled', sendAt: inside, goesAt: inside })
  await message('a draft with a time', { sendAt: inside })
  await message('sent', { state: 'sent', goesAt: inside })
  await message('sent later than asked for', { state: 'sent', sendAt: inside, goesAt: outside })
  await message('unsent', { state: 'unsent', goesAt: inside })
  await message('a welcome', { trigger: 'follow', sendAt: inside })
  await message('discarded', { isRetired: true, sendAt: inside })
  expect(await shown()).toEqual({
    posts: ['planned', 'in processing', 'out', 'out long ago, ends', 'archived'],
    messages: ['planned to many', 'a draft with a time', 'sent'],
    isWhole: true,
  })
})

test('nobody sees the calendar of another', async () => {
  await post('planned', { status: 'scheduled', scheduledAt: inside })
  await message('planned to many', { state: 'scheduled', goesAt: inside })
  const rival = await makePerson(server, `calendar_rival_${count}`, true)
  expect(await shown(rival)).toEqual({ posts: [], messages: [], isWhole: true })
  expect((await ask(await makePerson(server, `calendar_fan_${count}`))).status).toBe(403)
})

test('the first moment of a range is part of it, and the end is not', async () => {
  await post('at its beginning', { publishedAt: new Date(from) })
  await post('a millisecond before its end', { publishedAt: new Date(Date.parse(to) - 1) })
  await post('a millisecond too early', { publishedAt: new Date(Date.parse(from) - 1) })
  await post('at its end', { publishedAt: new Date(to) })
  expect((await shown()).posts).toEqual(['at its beginning', 'a millisecond before its end'])
})

test.each([
  [{ from, to: from }, 'Use a from that is before to'],
  [{ from: to, to: from }, 'Use a from that is before to'],
  [{ from: '2026-10-01T00:00:00.000Z', to: '2026-12-02T00:00:00.001Z' }, 'Use a range of at most 62 days'],
  [{ from: '2026-10-01', to }, 'Use a time such as 2026-11-26T09:00:00.000Z'],
  [{ from: '2026-02-30T00:00:00.000Z', to }, 'Use a time such as 2026-11-26T09:00:00.000Z'],
  [{ from: '0000-01-01T00:00:00.000Z', to: '0000-01-02T00:00:00.000Z' }, 'Use a from after 1970'],
  [{ from }, 'Use a time such as 2026-11-26T09:00:00.000Z'],
])('a range of %j is refused', async (range, message) => {
  const { status, body } = await ask(creator, range)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
})

test('a range has 62 days at most', async () => {
  const { status } = await ask(creator, { from: '2026-10-01T00:00:00.000Z', to: '2026-12-02T00:00:00.000Z' })
  expect(status).toBe(200)
})

test('an answer has 1,000 posts at most and says that there are more, each with the beginning of its text', async () => {
  await post(`${'fog '.repeat(49)}and ${'🌲'.repeat(9)}`, { publishedAt: inside })
  expect((await shown()).posts).toEqual([`${'fog '.repeat(49)}and `])
  await server.app.orm.em.fork().execute(
    `insert into post (id, performer_id, status, access, text, published_at, created_at, updated_at)
     select gen_random_uuid(), ?, 'published', 'public', 'fog', ?, now(), now() from generate_series(1, ?)`,
    [creator.id, inside, CALENDAR_ROWS_MAX],
  )
  const { posts, isWhole } = await shown()
  expect([posts.length, isWhole]).toEqual([CALENDAR_ROWS_MAX, false])
})
