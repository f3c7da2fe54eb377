import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call, makeAccount } from '../../people/accounts/testing/api.ts'
import { publishPost } from './commands.ts'
import { Post } from './entity.ts'

let server: TestServer
let ada: Person
let bea: Person
let fan: Person

beforeAll(async () => {
  server = await startTestServer()
  ada = await makePerson(server, 'ada', true)
  bea = await makePerson(server, 'bea', true)
  fan = await makePerson(server, 'fan')
  for (const n of [1, 2, 3]) {
    await publish(ada, `ada ${n}`, 'public')
    await publish(bea, `bea ${n}`, 'public')
  }
  for (const access of ['followers', 'subscribers', 'paid'] as const) await publish(ada, `secret ${access}`, access)
  const closed = await signIn(server, await makeAccount(server, { username: 'closed', isPerformer: true }))
  await publish(closed, 'of a closed account', 'public')
  await transact(server.app, null, async (tx) => {
    await tx.em.nativeUpdate(User, { id: closed.id }, { status: 'suspended' })
    const [archived] = await tx.em.find(Post, { text: 'ada 1' })
    if (archived) archived.status = 'archived'
  })
})
afterAll(() => server.stop())

test('has the published posts of open creators that are open to everybody, the newest first', async () => {
  for (const token of [undefined, fan.token, ada.token]) {
    const { status, text, body } = await call(server, 'GET /user/feeds/latest', { token })
    expect(status).toBe(200)
    expect([textsOf(body), body['total']]).toEqual([['bea 3', 'ada 3', 'bea 2', 'ada 2', 'bea 1'], 5])
    expect(text).not.toContain('secret')
  }
})

test('goes on with the moment of the last post, and loses none of one moment', async () => {
  const posts = await server.app.orm.em.fork().find(Post, { text: { $in: ['bea 2', 'ada 3'] } })
  const moment = posts.find(({ text }) => text === 'ada 3')?.publishedAt ?? null
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Post, { text: 'bea 2' }, { publishedAt: moment }))
  const seen: string[] = []
  let before = ''
  for (let page = 0; page < 4; page += 1) {
    const { body } = await call(server, `GET /user/feeds/latest?pageSize=2${before && `&before=${before}`}`)
    seen.push(...textsOf(body))
    before = (body['data'] as FeedPost[]).at(-1)?.publishedAt ?? before
  }
  expect(seen.toSorted()).toEqual(['ada 2', 'ada 3', 'bea 1', 'bea 2', 'bea 3'])
})

function publish(author: Person, text: string, access: 'public' | 'followers' | 'subscribers' | 'paid') {
  const price = access === 'paid' ? 5 : 0
  const post = { _id: v7(), text, access, price, scheduledAt: null, poll: null, fileIds: [] }
  return transact(server.app, author.actor, (tx) => publishPost(tx, post))
}

function textsOf(body: Record<string, unknown>): string[] {
  return (body['data'] as FeedPost[]).map(({ text }) => text)
}
