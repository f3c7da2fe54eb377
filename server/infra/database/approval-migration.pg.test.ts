import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from './testing/database-before.ts'
import type { DatabaseBefore } from './testing/database-before.ts'

const BEFORE = 'Migration20261126020000_attachments'
const APPROVAL = 'Migration20261126040000_creator_approval'

let database: DatabaseBefore
let orm: MikroORM
beforeAll(async () => {
  database = await databaseBefore(BEFORE, { hasRun: true })
  orm = database.orm
})
afterAll(() => database.drop())

type Given = { verification?: string; isConfirmed?: boolean }

async function insertCreator({ verification = 'submitted', isConfirmed = true }: Given = {}): Promise<string> {
  const id = randomUUID()
  const em = orm.em.fork()
  await em.execute(
    `insert into "user" (id, username, name, password_hash, is_performer, email_verified_at, created_at, updated_at)
     values (?, ?, 'A creator', '', true, ?, now(), now())`,
    [id, id.slice(0, 30), isConfirmed ? new Date() : null],
  )
  await em.execute(
    `insert into performer (user_id, country, date_of_birth, verification, created_at, updated_at)
     values (?, 'AT', '1990-01-01', ?, now(), now())`,
    [id, verification],
  )
  return id
}

async function insertPost(creator: string, status: string, publishedAt: Date | null): Promise<void> {
  await orm.em.fork().execute(
    `insert into post (id, performer_id, status, access, text, published_at, created_at, updated_at)
     values (?, ?, ?, 'public', '', ?, now(), now())`,
    [randomUUID(), creator, status, publishedAt],
  )
}

async function insertProduct(creator: string): Promise<void> {
  await orm.em.fork().execute(
    `insert into product (id, performer_id, name, price, type, status, created_at, updated_at)
     values (?, ?, 'A product', 1, 'physical', 'archived', now(), now())`,
    [randomUUID(), creator],
  )
}

async function insertConversation(creator: string): Promise<void> {
  const id = randomUUID()
  const em = orm.em.fork()
  await em.execute('insert into conversation (id, created_at, updated_at) values (?, now(), now())', [id])
  await em.execute('insert into conversation_member (conversation_id, user_id, created_at) values (?, ?, now())', [
    id,
    creator,
  ])
}

test('creators whom fans could reach before there was a review are approved, and no others', async () => {
  const reached = await Promise.all(Array.from({ length: 5 }, () => insertCreator()))
  const [published, archived, removed, selling, talking] = reached as [string, string, string, string, string]
  await insertPost(published, 'published', new Date())
  await insertPost(archived, 'archived', new Date())
  await insertPost(removed, 'removed', new Date())
  await insertProduct(selling)
  await insertConversation(talking)
  const unconfirmed = await insertCreator({ isConfirmed: false })
  await insertPost(unconfirmed, 'published', new Date())
  const [silent, planning] = [await insertCreator(), await insertCreator()]
  await insertPost(planning, 'scheduled', null)
  const rejected = await insertCreator({ verification: 'rejected' })
  await insertPost(rejected, 'published', new Date())

  await orm.migrator.up({ to: APPROVAL })

  const rows = await orm.em
    .fork()
    .execute<{ id: string; verification: string }[]>('select user_id as id, verification from performer')
  const found = Object.fromEntries(rows.map(({ id, verification }) => [id, verification]))
  for (const id of [...reached, unconfirmed]) expect(found[id]).toBe('approved')
  expect([silent, planning, rejected].map((id) => found[id])).toEqual(['submitted', 'submitted', 'rejected'])
  const spaces = await orm.em.fork().execute<{ id: string }[]>('select id from space')
  expect(spaces.map(({ id }) => id).toSorted()).toEqual(
    [...reached, unconfirmed].flatMap((id) => [`p:${id}`, `u:${id}`]).toSorted(),
  )
})
