import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { databaseBefore } from './testing/database-before.ts'
import type { DatabaseBefore } from './testing/database-before.ts'

const BEFORE = 'Migration20261126014514_reports'

let database: DatabaseBefore
let orm: MikroORM
beforeAll(async () => {
  database = await databaseBefore(BEFORE)
  orm = database.orm
})
afterAll(() => database.drop())

type Given = { purpose?: string; holder?: 'message_id' | 'post_id' | 'draft_id'; holderId?: string; position?: number }

async function insertFile({ purpose = 'message', holder, holderId, position = 0 }: Given): Promise<string> {
  const id = randomUUID()
  await orm.em.fork().execute(
    `insert into file (id, owner_id, purpose, type, status, mime_type, size, position, created_at)
     values (?, ?, ?, 'photo', 'ready', 'image/jpeg', 1, ?, now())`,
    [id, randomUUID(), purpose, position],
  )
  if (holder) await orm.em.fork().execute(`update file set ${holder} = ? where id = ?`, [holderId, id])
  return id
}

async function insertDraft(id: string, fileIds: readonly string[]): Promise<void> {
  await orm.em.fork().execute(
    `insert into post_draft (id, owner_id, state, content, kept, created_at, updated_at)
     values (?, ?, 'open', ?, '[]', now(), now())`,
    [id, randomUUID(), JSON.stringify({ text: '', fileIds })],
  )
}

/** Starts the migration while a server of the version before attaches a file, and lets that server commit then. */
async function migrateWhileSending(fileId: string, messageId: string): Promise<void> {
  let migrated = Promise.resolve()
  await orm.em.fork().transactional(async (em) => {
    await em.execute('update file set message_id = ? where id = ?', [messageId, fileId])
    migrated = migrate(orm)
    await vi.waitFor(
      async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(await orm.em.fork().execute(waiting)).not.toEqual([])
      },
      { timeout: 10_000, interval: 50 },
    )
  })
  await migrated
}

test('a filled database keeps its files where they are attached, in their order', async () => {
  const [message, post, draft] = [randomUUID(), randomUUID(), randomUUID()]
  const sent = [
    await insertFile({ holder: 'message_id', holderId: message, position: 1 }),
    await insertFile({ holder: 'message_id', holderId: message, position: 0 }),
  ]
  const published = [
    await insertFile({ purpose: 'post', holder: 'post_id', holderId: post, position: 0 }),
    await insertFile({ purpose: 'post', holder: 'post_id', holderId: post, position: 1 }),
  ]
  const drafted = [
    await insertFile({ holder: 'draft_id', holderId: draft }),
    await insertFile({ holder: 'draft_id', holderId: draft }),
  ]
  const leftOver = await insertFile({ holder: 'draft_id', holderId: draft })
  await insertDraft(draft, drafted.toReversed())
  const [unsent, avatar] = [await insertFile({}), await insertFile({ purpose: 'avatar' })]

  const late = await insertFile({})
  await migrateWhileSending(late, message)

  const em = orm.em.fork()
  const attached = await em.execute<{ row: string }[]>(
    `select concat_ws(' ', role, holder_type, holder_id, position, file_id) as row from attachment`,
  )
  expect(attached.map(({ row }) => row).toSorted()).toEqual(
    [
      ...[`file message ${message} 1 ${sent[0]}`, `file message ${message} 0 ${sent[1]}`],
      ...[`file post ${post} 0 ${published[0]}`, `file post ${post} 1 ${published[1]}`],
      ...[`file draft ${draft} 1 ${drafted[0]}`, `file draft ${draft} 0 ${drafted[1]}`],
      `file draft ${draft} 0 ${leftOver}`,
      `file message ${message} 0 ${late}`,
    ].toSorted(),
  )
  const files = await em.execute<{ id: string; purpose: string }[]>('select id, purpose from file')
  expect(Object.fromEntries(files.map(({ id, purpose }) => [id, purpose]))).toEqual({
    ...Object.fromEntries([...sent, ...published, ...drafted, leftOver, unsent, late].map((id) => [id, 'message'])),
    [avatar]: 'avatar',
  })
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('')
})
