import { expect } from 'vitest'
import { User } from '../domains/people/accounts/entity.ts'
import { makeAccount } from '../domains/people/accounts/testing/api.ts'
import { Performer } from '../domains/people/performers/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import { test } from '../testing/fixtures.ts'
import { isOpenToOthers, openToOthers, whereOpenToOthers } from './open-to-others.ts'
import type { Standing } from './open-to-others.ts'

const statuses = ['active', 'suspended', 'deactivated'] as const
const kinds = [null, 'submitted', 'approved', 'rejected'] as const

const standings: Standing[] = statuses.flatMap((status) =>
  kinds.flatMap((verification) =>
    [null, new Date()].map((emailVerifiedAt) => ({
      ...{ status, verification, emailVerifiedAt },
      isPerformer: verification !== null,
    })),
  ),
)

test('opens fans who are active, and creators who are active, approved and confirmed', () => {
  const open = standings
    .filter(isOpenToOthers)
    .map(({ verification, emailVerifiedAt }) => [verification, emailVerifiedAt !== null])
  expect(open).toEqual([
    [null, false],
    [null, true],
    ['approved', true],
  ])
})

test('is one rule in TypeScript, in SQL and in a filter of the ORM', async ({ server }) => {
  const ids = new Map<string, Standing>()
  for (const [n, standing] of standings.entries()) {
    const { id } = await makeAccount(server, { username: `standing_${n}`, isPerformer: standing.isPerformer })
    ids.set(id, standing)
    await transact(server.app, null, async ({ em }) => {
      const { status, emailVerifiedAt = null, verification } = standing
      em.assign(await em.findOneOrFail(User, { id }), { status, emailVerifiedAt: emailVerifiedAt as Date | null })
      if (verification) (await em.findOneOrFail(Performer, { userId: id })).verification = verification
    })
  }
  const expected = [...ids].flatMap(([id, standing]) => (isOpenToOthers(standing) ? [id] : []))
  const em = server.app.orm.em.fork()
  const among = { id: { $in: [...ids.keys()] } }
  const found = await em.find(User, { ...among, ...whereOpenToOthers() }, { orderBy: { id: 'asc' } })
  expect(found.map(({ id }) => id)).toEqual(expected)
  const rows = await em.execute<{ id: string }[]>(
    `select u.id from "user" u where u.id = any(?::uuid[]) and ${openToOthers('u')} order by u.id`,
    [`{${[...ids.keys()].join()}}`],
  )
  expect(rows.map(({ id }) => id)).toEqual(expected)
})
