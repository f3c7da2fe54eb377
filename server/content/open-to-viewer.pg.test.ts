import { v7 } from 'uuid'
import { expect } from 'vitest'
import { Post } from '../domains/content/posts/entity.ts'
import { setFollow } from '../domains/people/follows/commands.ts'
import { Entitlement, Membership } from '../domains/people/grants/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import { test } from '../testing/fixtures.ts'
import { accessOf } from './access.ts'
import { postOpenToViewer } from './open-to-viewer.ts'
import { viewersOf } from './viewers.ts'

test('the condition in SQL opens the published posts that accessOf opens, for each relation of the viewer', async ({
  server,
  fan,
  creator,
}) => {
  const accesses = ['public', 'followers', 'subscribers', 'paid'] as const
  const posts = await transact(server.app, null, async ({ em, now }) =>
    accesses.map((access, place) =>
      em.create(Post, {
        ...{ id: v7(), performerId: creator.id, seq: place + 1, status: 'published' as const, access, text: '' },
        ...{ publishedAt: now, createdAt: now, updatedAt: now },
      }),
    ),
  )
  const now = server.app.clock()
  const [later, earlier] = [new Date(now.getTime() + 60_000), new Date(now.getTime() - 60_000)]
  const seen = new Set<string>()
  const compare = async () => {
    for (const userId of [null, fan.id, creator.id]) {
      const em = server.app.orm.em.fork()
      const objects = posts.map(({ id, performerId }) => ({ objectType: 'feed' as const, id, performerId }))
      const viewers = await viewersOf(em, { userId, now }, objects)
      const expected = posts.filter((post, place) => {
        const object = objects[place]
        return object && accessOf(viewers(object), post) === 'open'
      })
      const { sql, params } = postOpenToViewer('p', { userId, now })
      const rows = await em.execute<{ access: string }[]>(
        `select p.access from post p where p.performer_id = ? and ${sql} order by p.seq`,
        [creator.id, ...params],
      )
      const open = rows.map(({ access }) => access)
      expect(open).toEqual(expected.map(({ access }) => access))
      seen.add(open.join())
    }
  }
  await compare()
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await compare()
  const membership = {
    userId: fan.id,
    performerId: creator.id,
    kind: 'gift' as const,
    grantedAt: earlier,
    countedFrom: earlier,
  }
  await transact(server.app, null, async ({ em }) => void em.create(Membership, { ...membership, accessUntil: later }))
  await compare()
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: false }))
  await compare()
  const em = server.app.orm.em.fork()
  await em.nativeUpdate(Membership, { userId: fan.id }, { accessUntil: earlier })
  await compare()
  const owned = { userId: fan.id, performerId: creator.id, objectType: 'feed' as const, objectId: posts[3]?.id ?? '' }
  await transact(
    server.app,
    null,
    async (tx) => void tx.em.create(Entitlement, { ...owned, source: 'gift', grantedAt: now }),
  )
  await compare()
  await em.nativeUpdate(Entitlement, { userId: fan.id }, { revokedAt: now })
  await compare()
  expect([...seen].toSorted()).toEqual([
    'public',
    'public,followers',
    'public,followers,subscribers',
    'public,followers,subscribers,paid',
    'public,paid',
  ])
})
