import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { mayView } from '../../../infra/files/access.ts'
import { File } from '../../../infra/files/entity.ts'
import { newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { quietTest as test } from '../../../testing/fixtures.ts'
import { statementsOf } from '../../../testing/plans.ts'
import type { TestServer } from '../../../testing/server.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'

const HOLDERS = 2_000

type Holders = { type: string; sql: string }

/** A file that so many things of a kind hold, none of which is open to a fan; the last one is named. */
async function hold(server: TestServer, ownerId: string, { count, type, sql }: Holders & { count: number }) {
  const file = newFile(ownerId)
  await transact(server.app, null, async ({ em }) => void em.create(File, file))
  const em = server.app.orm.em.fork()
  const ids = Array.from({ length: count }, () => v7())
  await em.execute(sql, [ownerId, `{${ids.join()}}`])
  await em.execute(
    `insert into attachment (file_id, role, holder_type, holder_id, position)
     select ?, 'file', ?, id, 0 from unnest(?::uuid[]) as id`,
    [file.id, type, `{${ids.join()}}`],
  )
  return { file: await em.findOneOrFail(File, { id: file.id }), lastId: ids.at(-1) ?? '' }
}

/** Each of these things is at a price: SQL that takes their creator and their ids. */
const holders = (conversationId: string): Holders[] => [
  {
    type: 'message',
    sql: `insert into message (id, conversation_id, seq, sender_id, text, price, created_at, updated_at)
      select id, '${conversationId}', 1000 + (select count(*) from message) + n, ?, 'A photo', 5, now(), now()
      from unnest(?::uuid[]) with ordinality as m (id, n)`,
  },
  {
    type: 'post',
    sql: `insert into post (id, performer_id, text, status, access, price, created_at, updated_at, published_at)
      select id, ?, 'A photo', 'published', 'paid', 5, now(), now(), now() from unnest(?::uuid[]) as id`,
  },
  {
    type: 'asset',
    sql: `insert into asset (id, kind, performer_id, title, slug, status, access, price, published_at, created_at, updated_at)
      select id, 'photo', ?, 'A photo', id::text, 'active', 'paid', 5, now(), now(), now() from unnest(?::uuid[]) as id`,
  },
]

test('a file of 2,000 messages, posts or photos is looked up in as many statements as one of two', async ({
  server,
  pair: { creator, fan, conversationId },
}) => {
  const look = async (person: Person, file: File) => {
    const onlooker = { userId: person.id, now: server.app.clock() }
    let isOpen = false
    const em = server.app.orm.em.fork()
    const statements = await statementsOf(async () => {
      isOpen = await mayView(server.app, em, { file, onlooker })
    })
    // Not what a connection asks when it opens.
    return {
      isOpen,
      count: statements.filter(({ text }) => / from "?(attachment|message|post|asset|user)\b/.test(text)).length,
    }
  }
  for (const kind of holders(conversationId)) {
    const [few, many] = [
      await hold(server, creator.id, { ...kind, count: 2 }),
      await hold(server, creator.id, { ...kind, count: HOLDERS }),
    ]
    const [two, all] = [await look(fan, few.file), await look(fan, many.file)]
    expect([kind.type, two.isOpen, all]).toEqual([kind.type, false, two])
    expect(all.count).toBeLessThanOrEqual(4)
    expect((await look(creator, many.file)).isOpen).toBe(true)
    const objectType = ({ message: 'message', post: 'feed', asset: 'photo' } as const)[kind.type as 'post']
    const owned = { userId: fan.id, performerId: creator.id, source: 'purchase', objectType } as const
    await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, objectId: many.lastId }))
    expect(await look(fan, many.file), 'the last of 2,000 opens it').toEqual({ isOpen: true, count: all.count })
    expect((await look(fan, few.file)).isOpen).toBe(false)
  }
})
