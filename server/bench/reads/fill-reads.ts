import assert from 'node:assert/strict'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { addFollowedFeeds } from '../../domains/content/posts/testing/followed-feeds.ts'
import { brokenRules } from '../../domains/money/money/testing/books.ts'
import { makePerson } from '../../infra/sync/testing/person.ts'
import type { Person } from '../../infra/sync/testing/person.ts'
import type { BenchServer } from '../bench-server.ts'
import { fillMoney } from './fill-money.ts'

const SIZES = { creators: 1000, followed: 200, posts: 100, products: 5, comments: 10_000, conversations: 10_000 }
const [MESSAGES, MESSAGES_EACH, NOTICES] = [100_000, 20, 1_000]

/** The accounts and things that the calls of the bench name. */
export type Filled = {
  fan: Person
  seller: Person
  /** A creator with 100 posts. */
  creatorId: string
  /** A post with 10,000 comments. */
  postId: string
  /** A conversation of the fan with 100,000 messages. */
  conversationId: string
}

/** Fills the database past the change feed. Throws where the books are not right. */
export async function fillReads(server: BenchServer): Promise<Filled> {
  const { app } = server
  const [fan, stranger] = [await makePerson(server, 'fan'), await makePerson(server, 'stranger')]
  const seller = await makePerson(server, 'seller', true)
  const { creators, followed, posts } = SIZES
  const creatorIds = [
    ...(await addFollowedFeeds(app, { followerId: fan.id, creators: followed, posts })),
    ...(await addFollowedFeeds(app, { followerId: stranger.id, creators: creators - followed, posts })),
  ]
  const [creatorId] = creatorIds
  assert(creatorId !== undefined)
  const [post] = await run(`select id from post where performer_id = ? and seq = 1`, [creatorId])
  assert(post)
  const postId = String(post['id'])
  await run(CONTENT_TOTALS, [])
  await run(PRODUCTS, [SIZES.products])
  await run(READERS, [SIZES.conversations])
  await run(COMMENTS, [postId, creatorId, SIZES.comments])
  await run(CONVERSATIONS, [fan.id])
  await run(SHORT_MESSAGES, [MESSAGES_EACH, fan.id])
  const conversationId = conversationIdOf(fan.id, seller.id)
  await run(LONG_CONVERSATION, [conversationId, MESSAGES, fan.id, seller.id])
  await run(LAST_MESSAGES, [])
  await run(NOTIFICATIONS, [fan.id, NOTICES])
  await fillMoney(server, { fanId: fan.id, sellerId: seller.id })
  await run('vacuum analyze', [])
  assert.deepEqual(await brokenRules(server), [])
  return { fan, seller, creatorId, postId, conversationId }

  function run(sql: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
    return app.orm.em.fork().execute<Record<string, unknown>[]>(sql, [...values])
  }
}

const CONTENT_TOTALS = `insert into content_total (object_id, likes, comments, views) select id, seq, 0, seq * 10 from post`

const PRODUCTS = `insert into asset (id, kind, performer_id, title, slug, description, price, type, stock, status,
    published_at, created_at, updated_at, popularity)
  select gen_random_uuid(), 'product', p.user_id, 'Product ' || n, gen_random_uuid()::text, repeat('words of a product ', 10),
    10, 'physical', 100, 'active', at, at, at, n
  from performer p, generate_series(1, ?) as n, lateral (select now() - random() * interval '100 days') as t(at)`

/** Accounts that write comments and messages. */
const READERS = `insert into "user" (id, username, name, password_hash, created_at, updated_at)
  select gen_random_uuid(), 'reader_' || n, 'Reader ' || n, '', now(), now() from generate_series(1, ?) as n`

const COMMENTS = `insert into comment (id, object_type, object_id, performer_id, author_id, text, created_at)
  select gen_random_uuid(), 'feed', ?, ?, u.id, 'A comment', now() - n * interval '1 minute'
  from (select id, row_number() over () as n from "user" where username like 'reader\\_%') as u limit ?`

const CONVERSATIONS = `with pair as materialized (
    select gen_random_uuid() as id, u.id as other, now() - random() * interval '100 days' as at
    from "user" u where u.username like 'reader\\_%'
  ), held as (
    insert into conversation_member (conversation_id, user_id, read_seq, created_at)
    select id, who, 20, at from pair, unnest(array[other, ?]::uuid[]) as who
  )
  insert into conversation (id, last_seq, created_at, updated_at) select id, 20, at, at from pair`

const SHORT_MESSAGES = `insert into message (id, conversation_id, seq, sender_id, text, created_at, updated_at)
  select gen_random_uuid(), m.conversation_id, n, m.user_id, 'Some words', m.created_at, m.created_at
  from conversation_member m, generate_series(1, ?) as n where m.user_id <> ?`

const LAST_MESSAGES = `update conversation c set last_message_id = m.id from message m
  where m.conversation_id = c.id and m.seq = c.last_seq`

const LONG_CONVERSATION = `with one as (
    select ?::uuid as id, ?::int as last, ?::uuid as me, ?::uuid as other
  ), said as (
    insert into message (id, conversation_id, seq, sender_id, text, created_at, updated_at)
    select gen_random_uuid(), one.id, n, case when n % 2 = 0 then me else other end, 'Some words', at, at
    from one, generate_series(1, one.last) as n, lateral (select now() - (one.last - n) * interval '1 minute') as t(at)
  ), held as (
    insert into conversation_member (conversation_id, user_id, created_at)
    select id, who, now() from one, unnest(array[me, other]) as who
  )
  insert into conversation (id, last_seq, created_at, updated_at) select id, last, now(), now() from one`

const NOTIFICATIONS = `insert into notification (id, user_id, kind, object_type, object_id, actors, count, seq, created_at, updated_at)
  select gen_random_uuid(), ?, 'like', 'feed', p.id, array[p.performer_id], 1, row_number() over (), p.created_at, p.created_at
  from (select * from post order by id limit ?) as p`
