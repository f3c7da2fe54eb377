import { FAN_LISTS_MAX } from '@vesper/sync/vesper/records/fan-list.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { test } from '../../../testing/fixtures.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { saveFanList } from './commands.ts'
import { FanList, FanNote } from './entity.ts'
import { saveFanNote } from './save-fan-note.ts'
import { follows } from './testing/fans.ts'

test('two devices at the limit make one list, and the other is told to delete one', async ({ server, creator }) => {
  const { app } = server
  await transact(app, null, async ({ em, now }) => {
    const times = { createdAt: now, updatedAt: now, removedAt: null }
    for (let made = 1; made < FAN_LISTS_MAX; made += 1) {
      em.create(FanList, { id: v7(), performerId: creator.id, name: `${made}`, kind: 'manual', rule: null, ...times })
    }
  })
  const make = () =>
    transact(app, creator.actor, (tx) => saveFanList(tx, { _id: v7(), kind: 'manual', changes: { name: 'Last' } }))
  let making: Promise<PromiseSettledResult<FanList>[]> | undefined
  await transact(app, null, async (tx) => {
    // Both have counted where nothing makes them wait.
    await tx.em.execute('lock table fan_list in share row exclusive mode')
    making = Promise.allSettled([make(), make()])
    await waitsForLock(server, 2)
  })
  const results = (await making) ?? []
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  expect(refused).toMatchObject({ kind: 'conflict', message: 'You have 100 lists, the limit. Delete one first.' })
  expect(await app.orm.em.fork().count(FanList, { performerId: creator.id })).toBe(FAN_LISTS_MAX)
})

test('notes that two devices write at once are both kept', async ({ server, creator, fan }) => {
  const { app } = server
  await follows(server, { fan, creator })
  const write = (text: string) =>
    transact(app, creator.actor, (tx) => saveFanNote(tx, { userId: fan.id, text, base: '' }))
  let writing: Promise<unknown> | undefined
  await transact(app, null, async (tx) => {
    await lock(tx, 'fan-notes', creator.id)
    writing = Promise.all([write('Likes the sea.'), write('Birthday in May.')])
    await waitsForLock(server, 2)
  })
  await writing
  const note = await app.orm.em.fork().findOneOrFail(FanNote, { performerId: creator.id, userId: fan.id })
  expect(note.text.split('\n\n').toSorted()).toEqual(['Birthday in May.', 'Likes the sea.'])
})
