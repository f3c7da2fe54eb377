import { expect } from 'vitest'
import { test } from '../../../testing/fixtures.ts'
import { admin } from './admin.ts'
import { User } from './entity.ts'
import { makeAccount } from './testing/api.ts'

test('accounts are found by a part of their names or email, the newest first, each on a line', async ({ server }) => {
  const lines: string[] = []
  const list = async (...args: string[]) => {
    lines.length = 0
    await admin['accounts']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
    return lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}/, ''))
  }
  await makeAccount(server, { username: 'listed_fan', name: 'Ann\n100%  Listed', email: 'ann@listed.test' })
  await makeAccount(server, { username: 'listed_creator', name: 'Bea', isPerformer: true, email: 'bea@listed.test' })
  await server.app.orm.em.fork().nativeUpdate(User, { username: 'listed_fan' }, { status: 'suspended' })
  const fan = 'listed_fan  Ann 100% Listed, ann@listed.test, fan, suspended'
  expect(await list('LISTED')).toEqual([
    'listed_creator  Bea, bea@listed.test, creator, approved, active',
    fan,
    '2 accounts',
  ])
  expect(await list('ann@listed')).toEqual([fan, '1 account'])
  expect(await list('100%')).toEqual([fan, '1 account'])
  expect(await list('nobody', 'here')).toEqual(['0 accounts'])
  const all = await list()
  expect(all.at(-1)).toBe(`${all.length - 1} accounts`)
})

test('a long list of accounts tells how many there are', async ({ server }) => {
  await server.app.orm.em.fork().execute(
    `insert into "user" (id, name, bio, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'Many Alike', '', '', now(), now() from generate_series(1, 51)`,
  )
  const lines: string[] = []
  await admin['accounts']?.run({ app: server.app, args: ['Many Alike'], print: (line) => void lines.push(line) })
  expect([lines.length, lines.at(-1)]).toEqual([51, '51 accounts, of which the newest 50 are shown'])
})
