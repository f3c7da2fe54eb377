import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { hide } from '../cases/operator-decision.ts'
import { editComment, removeComment } from './commands.ts'
import { makeThing, writeComment } from './testing/comment.ts'

/** The previews in the activity on a device of the account, by kind. */
async function told(server: TestServer, device: TestDevice): Promise<string[]> {
  await deliverEvents(server.app)
  await device.syncToEnd()
  const rows = device.all<{ kind: string; preview: string }>('notifications')
  return rows.flatMap(({ kind, preview }) => (kind === 'review' ? [] : `${kind}: ${preview}`)).toSorted()
}

test('activity shows a comment as it was changed last, and nothing of one that is gone', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const [theirs, own] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await theirs.syncAll()
  await own.syncAll()
  const first = await writeComment(server, fan, { ...thing, text: `My address, @${creator.user.username}` })
  const answer = await writeComment(server, creator, { ...thing, parentId: first, text: 'Take that\n  away' })
  expect(await told(server, theirs)).toEqual([`mention: My address, @${creator.user.username}`])
  expect(await told(server, own)).toEqual(['reply: Take that away'])
  await transact(server.app, creator.actor, (tx) => editComment(tx, { _id: answer, text: 'Please' }))
  expect(await told(server, own)).toEqual(['reply: Please'])
  await transact(server.app, creator.actor, (tx) => removeComment(tx, { _id: answer }))
  await transact(server.app, fan.actor, (tx) => removeComment(tx, { _id: first }))
  expect([await told(server, theirs), await told(server, own)]).toEqual([['mention: '], ['reply: ']])
})

test('who was named before a change is told neither the later text nor the text of a comment that is gone', async ({
  server,
  creator,
  fan,
  pair,
}) => {
  const thing = await makeThing(server, creator)
  const device = new TestDevice(server, pair.creator)
  await device.syncAll()
  const name = `@${pair.creator.user.username}`
  for (const remove of [
    (id: string) => transact(server.app, fan.actor, (tx) => removeComment(tx, { _id: id })),
    (id: string) => transact(server.app, null, (tx) => hide(tx, { type: 'comment', id })),
  ]) {
    const id = await writeComment(server, fan, { ...thing, text: `See ${name}` })
    expect(await told(server, device)).toContain(`mention: See ${name}`)
    await transact(server.app, fan.actor, (tx) => editComment(tx, { _id: id, text: 'My address is 5 Elm Street' }))
    await remove(id)
    expect(new Set(await told(server, device))).toEqual(new Set(['mention: ']))
  }
})

test('the text of a comment that goes before it was told is not told', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const device = new TestDevice(server, creator)
  await device.syncAll()
  const other = await writeComment(server, fan, { ...thing, text: 'Stays' })
  const gone = await writeComment(server, fan, { ...thing, text: 'Spam' })
  await transact(server.app, null, (tx) => hide(tx, { type: 'comment', id: gone }))
  expect(await told(server, device)).toEqual(['comment: '])
  expect(other).not.toBe(gone)
})
