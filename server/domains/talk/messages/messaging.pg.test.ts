import { randomUUID } from 'node:crypto'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { converse, deadTokens, makePair, makePerson, newFile, say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import type { ApiAnswer } from '../../people/accounts/testing/api.ts'
import { Conversation } from '../conversations/entity.ts'
import { Message } from './entity.ts'

let server: TestServer
let fan: Person
let creator: Person
let stranger: Person
let star: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
  stranger = await makePerson(server, `stranger_${count}`)
  star = await makePerson(server, `star_${count}`, true)
})

type Target = Parameters<typeof call>[1]

const calls: [
  name: string,
  target: (ids: { conversation: string; message: string; user: string }) => Target,
  body?: object,
][] = [
  ['the list', () => 'GET /conversations'],
  ['the search', () => 'GET /conversations/search?q=a'],
  ['opening', () => 'POST /conversations', { sourceId: randomUUID() }],
  ['one conversation', ({ conversation }) => `GET /conversations/${conversation}`],
  ['a page of messages', ({ conversation }) => `GET /messages/conversations/${conversation}`],
  ['sending', ({ conversation }) => `POST /messages/conversations/${conversation}`, { text: 'hello' }],
  ['deleting', ({ message }) => `DELETE /messages/${message}`],
  ['the unread total', () => 'GET /messages/total-unread-messages'],
  ['reading all', ({ conversation }) => `POST /messages/read-all/${conversation}`, {}],
]

test.each(calls)('%s needs a session that holds', async (_name, target, body) => {
  const message = await say(server, fan, { to: conversationId, text: 'mine' })
  const { revoked, expired } = await deadTokens(server, fan.user)
  for (const token of [undefined, 'nonsense', revoked, expired]) {
    const ids = { conversation: conversationId, message, user: creator.id }
    const answer = await call(server, target(ids), { token, body })
    expect([answer.status, answer.body['message']]).toEqual([401, 'Please login!'])
  }
  await expectUnchanged(message, 'mine')
})

test.each(calls.filter(([, target]) => /conversation|message/.test(target.toString().split('=>')[0] ?? '')))(
  'for %s, another’s conversation is not there, for fans and creators alike',
  async (_name, target, body) => {
    const message = await say(server, fan, { to: conversationId, text: 'mine' })
    const ids = { conversation: conversationId, message, user: creator.id }
    const unknown = { conversation: randomUUID(), message: v7(), user: randomUUID() }
    for (const person of [stranger, star]) {
      const answer = await call(server, target(ids), { token: person.token, body })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual((await call(server, target(unknown), { token: person.token, body })).body)
    }
    await expectUnchanged(message, 'mine')
  },
)

test('both participants read; only the sender deletes', async () => {
  const message = await say(server, fan, { to: conversationId, text: 'mine' })
  for (const { token } of [fan, creator]) {
    const page = await call(server, `GET /messages/conversations/${conversationId}`, { token })
    expect(page).toMatchObject({ status: 200, body: { total: 1, data: [{ _id: message, text: 'mine', seq: 1 }] } })
    expect((await call(server, `GET /conversations/${conversationId}`, { token })).status).toBe(200)
  }
  const theirs = await call(server, `DELETE /messages/${message}`, { token: creator.token })
  expect([theirs.status, theirs.body['message']]).toEqual([403, 'You can delete only your own messages.'])
  for (let again = 0; again < 2; again += 1) {
    expect((await call(server, `DELETE /messages/${message}`, { token: fan.token })).status).toBe(200)
  }
  const { body } = await call(server, `GET /messages/conversations/${conversationId}`, { token: creator.token })
  expect(body).toMatchObject({ total: 1, data: [{ text: 'Message deleted!', isDeleted: true }] })
})

test('a fan and a creator talk, whoever begins; no other pair does', async () => {
  const open = (from: Person, to: string, source = 'performer') =>
    call(server, 'POST /conversations', { token: from.token, body: { source, sourceId: to } })
  const first = await open(stranger, star.id)
  expect(first).toMatchObject({ status: 200, body: { recipient: { _id: star.id }, lastSeq: 0, canSend: true } })
  const again = await open(star, stranger.id, 'user')
  expect(again.body).toMatchObject({ _id: first.body['_id'], recipient: { _id: stranger.id } })

  const refused: [Person, string, number, string][] = [
    [fan, stranger.id, 403, 'You can message creators only.'],
    [creator, star.id, 403, 'Creators cannot message other creators.'],
    [fan, fan.id, 400, 'You cannot start a conversation with yourself.'],
    [fan, randomUUID(), 404, 'This user does not exist.'],
  ]
  for (const [from, to, status, message] of refused) {
    expect(await open(from, to)).toMatchObject({ status, body: { message } })
  }
  await setStatus(star, 'deactivated')
  expect((await open(fan, star.id)).status).toBe(404)
  expect(await server.app.orm.em.fork().count(Conversation, { id: conversationIdOf(fan.id, star.id) })).toBe(0)
})

test('the same pair opened 20 times at once, from both sides, is one conversation', async () => {
  const id = conversationIdOf(stranger.id, star.id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const [from, to] = n % 2 ? [stranger, star] : [star, stranger]
      return call(server, 'POST /conversations', { token: from.token, body: { sourceId: to.id } })
    }),
  )
  expect(answers.map(({ status, body }) => [status, body['_id']])).toEqual(Array.from({ length: 20 }, () => [200, id]))
})

test('with an account that is gone one reads and does not send', async () => {
  await say(server, creator, { to: conversationId, text: 'goodbye' })
  await setStatus(creator, 'deactivated')
  const { token } = fan
  expect((await call(server, `GET /conversations/${conversationId}`, { token })).body).toMatchObject({ canSend: false })
  expect(await send(fan, { text: 'hello?' })).toMatchObject({ status: 403 })
  expect((await call(server, 'POST /conversations', { token, body: { sourceId: creator.id } })).status).toBe(200)
})

test('the same message id is the same message; another’s is a conflict', async () => {
  const _id = v7()
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(fan, { _id, text: 'once' })))
  for (const { status, body } of answers) expect([status, body['_id'], body['seq']]).toEqual([201, _id, 1])
  expect((await send(creator, { _id, text: 'stolen' })).status).toBe(409)
  const elsewhere = await converse(server, fan, star)
  expect((await send(fan, { _id, text: 'elsewhere' }, elsewhere)).status).toBe(409)
  await expectUnchanged(_id, 'once')

  const both = v7()
  const race = await Promise.all([conversationId, elsewhere].map((to) => send(fan, { _id: both, text: 'x' }, to)))
  expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('100 messages from both sides at once have the numbers 1 to 100', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => send(n % 2 ? fan : creator, { text: `text ${n}` })),
  )
  const seqs = answers.map(({ body }) => Number(body['seq'])).sort((a, b) => a - b)
  expect(seqs).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  const { body } = await call(server, `GET /conversations/${conversationId}`, { token: fan.token })
  expect(body).toMatchObject({ lastSeq: 100, totalNotSeenMessages: 50 })
})

test('pages go back from the newest, 25 at a time, and stay in place with `before`', async () => {
  for (let n = 1; n <= 60; n += 1) await say(server, fan, { to: conversationId, text: `text ${n}` })
  const page = async (query: string) => {
    const target = `GET /messages/conversations/${conversationId}${query}` as const
    const { body } = await call(server, target, { token: creator.token })
    const seqs = (body['data'] as { seq: number }[]).map(({ seq }) => seq)
    return [seqs.length, seqs[0], seqs.at(-1), body['total']]
  }
  expect(await page('')).toEqual([25, 60, 36, 60])
  expect(await page('?offset=25')).toEqual([25, 35, 11, 60])
  expect(await page('?offset=50&limit=25')).toEqual([10, 10, 1, 60])
  expect(await page('?before=36&limit=5')).toEqual([5, 35, 31, 60])
  expect(await page('?before=999999999999&limit=1')).toEqual([1, 60, 60, 60])
  expect(await page('?offset=1000')).toEqual([0, undefined, undefined, 60])
})

test('reading raises the position, up to what is there, and the unread total follows', async () => {
  for (const text of ['a', 'b', 'c']) await say(server, creator, { to: conversationId, text: text })
  const other = await converse(server, fan, star)
  await say(server, star, { to: other, text: 'd' })
  const { token } = fan
  const total = async () => (await call(server, 'GET /messages/total-unread-messages', { token })).body['total']
  const read = (body: object) => call(server, `POST /messages/read-all/${conversationId}`, { token, body })
  expect(await total()).toBe(4)
  await read({ seq: 2 })
  expect(await total()).toBe(2)
  await read({ seq: 1 })
  expect(await total()).toBe(2)
  await read({})
  expect(await total()).toBe(1)
  await say(server, creator, { to: conversationId, text: 'e' })
  expect(await total()).toBe(2)
})

test('a message takes the sender’s own, unsent uploads, and gives each viewer links of their own', async () => {
  const [mine, processing, failed, theirs, avatar] = await addFiles([
    { ownerId: fan.id },
    { ownerId: fan.id, status: 'processing' },
    { ownerId: fan.id, status: 'failed' },
    { ownerId: creator.id },
    { ownerId: fan.id, purpose: 'avatar' },
  ])
  expect((await send(fan, { fileIds: [processing] })).status).toBe(503)
  for (const fileIds of [[failed], [theirs], [avatar], [randomUUID()], [mine, mine], [mine, theirs]]) {
    expect(await send(fan, { fileIds })).toMatchObject({
      status: 400,
      body: { details: [{ path: expect.stringMatching(/^fileIds\./) as string }] },
    })
  }
  const sent = await send(fan, { fileIds: [mine] })
  expect(sent).toMatchObject({ status: 201, body: { text: '', files: [{ _id: mine, status: 'ready' }] } })
  expect((await send(fan, { fileIds: [mine] })).status).toBe(400)
  const page = await call(server, `GET /messages/conversations/${conversationId}`, { token: creator.token })
  const [message] = page.body['data'] as { files: { url: string }[] }[]
  expect(message?.files[0]?.url).toContain(creator.id)

  expect((await call(server, `DELETE /messages/${String(sent.body['_id'])}`, { token: fan.token })).status).toBe(200)
  expect(await server.app.orm.em.fork().count(File, { id: String(mine) })).toBe(0)
})

test('conversations come by page, in order, and are found by name and username', async () => {
  const people = await Promise.all(
    ['alpha', 'beta', 'gam%ma'].map((name) => makePerson(server, `${name.replace('%', '_')}_${count}`, true)),
  )
  for (const person of people) await say(server, fan, { to: await converse(server, fan, person), text: 'hi' })
  const list = async (query: string) => {
    const { status, body } = await call(server, `GET /conversations${query}`, { token: fan.token })
    expect([query, status]).toEqual([query, 200])
    const names = (body['data'] as { recipient: { name: string } }[]).map(({ recipient }) => recipient.name)
    return [names.map((name) => name.replace(/_\d+$/, '')), body['total']]
  }
  expect(await list('')).toEqual([['gam_ma', 'beta', 'alpha', 'creator'], 4])
  expect(await list('?pageSize=2&current=2')).toEqual([['alpha', 'creator'], 4])
  expect(await list('?sort=asc&pageSize=1')).toEqual([['creator'], 4])
  expect(await list('/search?q=ALPH')).toEqual([['alpha'], 1])
  expect(await list('/search?q=m_m')).toEqual([['gam_ma'], 1])
  expect(await list(`/search?q=${encodeURIComponent('%')}`)).toEqual([[], 0])
  expect(await list(`/search?q=${encodeURIComponent("' or 1=1 --")}`)).toEqual([[], 0])
})

test('hostile input gets a clear 4xx and changes nothing', async () => {
  const bad: unknown[] = [
    ...[
      {},
      { text: ' \n ' },
      { text: '\u2800' },
      { text: '\u200b' },
      { text: 'x'.repeat(2001) },
      { text: 1 },
      { text: 'nul \u0000' },
      { _id: 'x', text: 'y' },
    ],
    ...[{ fileIds: Array(11).fill(randomUUID()) }, { fileIds: ["'; drop table message; --"] }, 'null', '{', '[]'],
  ]
  for (const body of bad) expect((await send(fan, body)).status).toBe(400)
  expect((await send(fan, { text: 'x'.repeat(100_000) })).status).toBe(413)
  const { token } = fan
  for (const path of ['conversations/x', 'messages/conversations/1', 'conversations/search?q=%00'] as const) {
    expect((await call(server, `GET /${path}`, { token })).status).toBe(400)
  }
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'before=x', 'limit=1e3']) {
    const target = `GET /messages/conversations/${conversationId}?${query}` as const
    expect((await call(server, target, { token })).status).toBe(400)
  }
  for (const body of [{ seq: -1 }, { seq: 1.5 }, { seq: 'x' }]) {
    expect((await call(server, `POST /messages/read-all/${conversationId}`, { token, body })).status).toBe(400)
  }
  expect(await server.app.orm.em.fork().count(Message, { conversationId })).toBe(0)
})

test('text arrives as it was written, whatever script it is in, without what turns its direction', async () => {
  const text = 'a\u202Eb <b>x</b> ${x} ?? \\? ’; -- 👩‍👩‍👧 שלום\nend '
  expect((await send(fan, { text })).body['text']).toBe(text.replace('\u202E', ''))
})

test('20 sends in 10 seconds, then a clear wait', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  const [one, two] = [await makePerson(limited, 'one'), await makePerson(limited, 'two', true)]
  const id = await converse(limited, one, two)
  const target = `POST /messages/conversations/${id}` as const
  const answers: ApiAnswer[] = []
  for (let n = 0; n < 21; n += 1) answers.push(await call(limited, target, { token: one.token, body: { text: 'x' } }))
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(201), 429])
  await limited.stop()
})

function send(from: Person, body: unknown, to = conversationId): Promise<ApiAnswer> {
  return call(server, `POST /messages/conversations/${to}`, { token: from.token, body })
}

async function setStatus({ id }: Person, status: 'active' | 'deactivated'): Promise<void> {
  await transact(server.app, null, async ({ em }) => void ((await em.findOneOrFail(User, { id })).status = status))
}

async function addFiles(files: (Partial<ReturnType<typeof newFile>> | object)[]): Promise<string[]> {
  return transact(server.app, null, async ({ em }) =>
    files.map((given) => em.create(File, { ...newFile(fan.id), ...given }).id),
  )
}

async function expectUnchanged(id: string, text: string): Promise<void> {
  const messages = await server.app.orm.em.fork().find(Message, { conversationId })
  expect(messages).toMatchObject([{ id, text, isDeleted: false }])
}
