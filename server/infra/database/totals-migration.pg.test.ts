import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from './testing/database-before.ts'
import type { DatabaseBefore } from './testing/database-before.ts'

const BEFORE = 'Migration20261126071001_asset_kinds'
const AFTER = 'Migration20261126072600_content_totals'

let database: DatabaseBefore
let orm: MikroORM
beforeAll(async () => {
  database = await databaseBefore(BEFORE)
  orm = database.orm
})
afterAll(() => database.drop())

/** Reactions of so many accounts, and their total as a server of the version before keeps it. */
async function react(objectId: string, action: 'like' | 'bookmark', count: number): Promise<void> {
  const em = orm.em.fork()
  const reactionId = reactionIdOf({ objectType: 'feed', objectId, action })
  for (let n = 0; n < count; n += 1) {
    await em.execute(
      `insert into reaction (user_id, reaction_id, object_id, object_type, action, created_at) values (?, ?, ?, 'feed', ?, now())`,
      [randomUUID(), reactionId, objectId, action],
    )
  }
  await em.execute('insert into reaction_total (reaction_id, total) values (?, ?)', [reactionId, count])
}

test('a filled database keeps its counts, by object, there and back', async () => {
  const [liked, both, left] = [randomUUID(), randomUUID(), randomUUID()]
  await react(liked, 'like', 3)
  await react(both, 'like', 1)
  await react(both, 'bookmark', 2)
  await react(left, 'like', 0)
  await orm.migrator.up({ to: AFTER })
  const totals = await orm.em
    .fork()
    .execute('select object_id, likes, bookmarks, comments, views, voters from content_total')
  const none = { comments: 0, views: 0, voters: 0 }
  expect(totals.toSorted((a, b) => b['likes'] - a['likes'])).toEqual([
    { object_id: liked, likes: 3, bookmarks: 0, ...none },
    { object_id: both, likes: 1, bookmarks: 2, ...none },
  ])
  await orm.migrator.down({ to: BEFORE })
  const back = await orm.em.fork().execute<{ total: number }[]>('select total from reaction_total order by total')
  expect(back.map(({ total }) => total)).toEqual([1, 2, 3])
})
