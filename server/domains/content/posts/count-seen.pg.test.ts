import { v7 } from 'uuid'
import { expect } from 'vitest'
import { flushViews } from '../../../content/count-view.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { publishPost } from './commands.ts'

const PATH = 'POST /user/feeds/views'

test('a post counts once for each viewer who has seen it, in the feed or on its page', async ({
  server,
  creator,
  fan,
}) => {
  const id = await publish(server, creator, 'public')
  await see(server, [id], fan)
  await see(server, [id, id.toUpperCase()], fan)
  await call(server, `GET /user/feeds/${id}`, { token: fan.token })
  expect(await viewsOf(server, creator, id)).toBe(1)
  await see(server, [id], undefined)
  expect(await viewsOf(server, creator, id)).toBe(2)
})

test('opening a post counts', async ({ server, creator, fan }) => {
  const id = await publish(server, creator, 'public')
  await call(server, `GET /user/feeds/${id}`, { token: fan.token })
  expect(await viewsOf(server, creator, id)).toBe(1)
})

test('a locked post, an unknown one and an own one count nothing', async ({ server, creator, fan }) => {
  const locked = await publish(server, creator, 'subscribers')
  const open = await publish(server, creator, 'public')
  await see(server, [locked, v7()], fan)
  await call(server, `GET /user/feeds/${locked}`, { token: fan.token })
  await see(server, [locked, open], creator)
  await call(server, `GET /user/feeds/${open}`, { token: creator.token })
  expect([await viewsOf(server, creator, locked), await viewsOf(server, creator, open)]).toEqual([0, 0])
})

test('refuses more posts than a screen has, and what is no id', async ({ server }) => {
  for (const ids of [Array.from({ length: 51 }, () => v7()), ['x'], 'x']) {
    expect((await call(server, PATH, { body: { ids } })).status).toBe(400)
  }
})

function publish(server: TestServer, { actor }: Person, access: 'public' | 'subscribers'): Promise<string> {
  const post = { _id: v7(), text: 'Fog', access, price: 0, scheduledAt: null, poll: null, fileIds: [] }
  return transact(server.app, actor, async (tx) => (await publishPost(tx, post)).id)
}

async function see(server: TestServer, ids: string[], viewer: Person | undefined): Promise<void> {
  expect((await call(server, PATH, { token: viewer?.token, body: { ids } })).body).toEqual({ success: true })
}

/** As the author reads them. */
async function viewsOf(server: TestServer, { token }: Person, id: string): Promise<unknown> {
  await flushViews(server.app)
  return (await call(server, `GET /performer/feeds/${id}`, { token })).body['views']
}
