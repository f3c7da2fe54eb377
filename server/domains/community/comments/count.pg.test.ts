import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { reactivateAccount, suspendAccount } from '../../people/accounts/suspend.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { approveCreator, rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { setBlock } from '../blocks/commands.ts'
import { hideComment, removeComment } from './commands.ts'
import { makeThing, readComments, writeComment } from './testing/comment.ts'
import type { Thing } from './testing/comment.ts'

type Way = {
  /** The author of the comments that come and go. */
  author: 'fan' | 'creator'
  close: (server: TestServer, at: { owner: Person; author: Person; id: string }) => Promise<unknown>
  open: (server: TestServer, at: { owner: Person; author: Person; id: string }) => Promise<unknown>
}

const block =
  (blocked: boolean): Way['close'] =>
  ({ app }, { owner, author }) =>
    transact(app, owner.actor, (tx) => setBlock(tx, { userId: author.id, blocked, reason: 'Spam' }))

const nameOf = ({ user }: Person) => user.username ?? ''

const ways: Record<string, Way> = {
  'a block by the creator': { author: 'fan', close: block(true), open: block(false) },
  'a suspension': {
    author: 'fan',
    close: ({ app }, { author }) => transact(app, null, (tx) => suspendAccount(tx, author.id, 'Spam')),
    open: ({ app }, { author }) => transact(app, null, (tx) => reactivateAccount(tx, author.id)),
  },
  'a refused application': {
    author: 'creator',
    close: ({ app }, { author }) =>
      transact(app, null, (tx) => rejectCreator(tx, nameOf(author), { reason: 'Blurred' })),
    open: ({ app }, { author }) => transact(app, null, (tx) => approveCreator(tx, nameOf(author))),
  },
}

for (const [name, { author: kind, close, open }] of Object.entries(ways)) {
  test(`${name} takes comments out of the count as out of the list, and back`, async ({ server, creator, fan }) => {
    const author = await makePerson(server, `counted_${kind}_${Object.keys(ways).indexOf(name)}`, kind === 'creator')
    const [thing, other] = [await makeThing(server, creator), await makeThing(server, creator)]
    const first = await writeComment(server, author, thing)
    await writeComment(server, fan, { ...thing, parentId: first })
    const removed = await writeComment(server, author, thing)
    const id = await writeComment(server, author, thing)
    await writeComment(server, author, other)
    const at = { owner: creator, author, id }
    expect(await countAndList(server, thing)).toEqual([4, 4])

    await close(server, at)
    expect(await countAndList(server, thing)).toEqual([1, 1])
    expect(await countAndList(server, other)).toEqual([0, 0])
    // Deleted and hidden while they are not counted: the count stays.
    await transact(server.app, author.actor, (tx) => removeComment(tx, { _id: removed }))
    await transact(server.app, null, (tx) => hideComment(tx, id, true))
    expect(await countAndList(server, thing)).toEqual([1, 1])

    await open(server, at)
    expect(await countAndList(server, thing)).toEqual([2, 2])
    await transact(server.app, null, (tx) => hideComment(tx, id, false))
    expect(await countAndList(server, thing)).toEqual([3, 3])
    expect(await countAndList(server, other)).toEqual([1, 1])
  })
}

test('a block counts for the things of its creator alone', async ({ server, creator, fan }) => {
  const elsewhere = await makePerson(server, 'counted_elsewhere', true)
  const [thing, other] = [await makeThing(server, creator), await makeThing(server, elsewhere)]
  await writeComment(server, fan, thing)
  await writeComment(server, fan, other)
  await block(true)(server, { owner: creator, author: fan, id: '' })
  expect([await countAndList(server, thing), await countAndList(server, other)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('the count is exact when its creator blocks while comments are written', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  for (let round = 0; round < 5; round += 1) {
    const writes = Array.from({ length: 6 }, () => writeComment(server, fan, thing).catch(() => null))
    const at = { owner: creator, author: fan, id: '' }
    await Promise.all([...writes.slice(0, 3), block(round % 2 === 0)(server, at), ...writes.slice(3)])
    const [count, listed] = await countAndList(server, thing)
    expect(count, `round ${round}`).toBe(listed)
  }
})

/** The count that a post shows, and the comments that a visitor finds below it, answers too. */
async function countAndList(server: TestServer, { objectType, objectId }: Thing): Promise<[number, number]> {
  const { body } = await call(server, `GET /user/feeds/${objectId}`)
  const { data } = await readComments(server, { objectType, objectId })
  const seen = data.filter(({ isDeleted }) => !isDeleted).length
  return [body['comments'] as number, data.reduce((sum, { replies }) => sum + replies, seen)]
}
