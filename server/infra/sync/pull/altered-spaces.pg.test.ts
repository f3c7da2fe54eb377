import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { publishPost } from '../../../domains/content/posts/commands.ts'
import { setFollow } from '../../../domains/people/follows/commands.ts'
import { grantEntitlement, setMembership } from '../../../domains/people/grants/commands.ts'
import { test as base } from '../../../testing/fixtures.ts'
import { transact } from '../../database/transaction.ts'
import { pokePatch } from '../pokes/poke-patch.ts'
import { makePerson } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice } from '../testing/test-device.ts'

/** A follower of two creators, and a device of theirs that holds a locked post. */
const test = base.extend('held', async ({ server, fan, creator }) => {
  const rival = await makePerson(server, `rival_of_${creator.user.username}`, true)
  for (const { id: performerId } of [creator, rival]) await follow(fan, performerId)
  const text = { text: 'behind the bakery', poll: null, fileIds: [], scheduledAt: null }
  const { id: postId } = await transact(server.app, creator.actor, (tx) =>
    publishPost(tx, { _id: v7(), ...text, access: 'paid', price: 5 }),
  )
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const grant = () =>
    transact(server.app, null, (tx) => {
      const owned = { userId: fan.id, objectType: 'feed', objectId: postId } as const
      return grantEntitlement(tx, { ...owned, performerId: creator.id, source: 'purchase' })
    })
  return { device, postId, grant, follow }

  function follow(who: Person, performerId: string) {
    return transact(server.app, who.actor, (tx) => setFollow(tx, { performerId, following: true }))
  }
})

test('[PULL-8] a grant brings the channel of its creator from the beginning in the same answer, and nothing else', async ({
  server,
  fan,
  creator,
  held: { device, postId, grant, follow },
}) => {
  const stranger = await makePerson(server, `stranger_to_${creator.user.username}`)
  await follow(stranger, creator.id)
  const theirs = new TestDevice(server, stranger)
  await theirs.syncAll()
  await grant()
  const { spaces } = await device.sync()
  expect(Object.fromEntries(spaces.map(({ space, reset }) => [space, reset]))).toEqual({
    [`p:${creator.id}`]: true,
    [`u:${fan.id}`]: false,
  })
  expect(postOn(device, postId)).toMatchObject({ isLocked: false, text: 'behind the bakery' })
  expect((await theirs.sync()).spaces, 'another follower hears nothing').toEqual([])
  expect((await device.sync()).spaces, 'once is enough').toEqual([])
})

test('[PULL-8] so does an own space that begins anew: what was granted meanwhile cannot be told', async ({
  fan,
  held: { device, postId, grant },
}) => {
  await grant()
  // A version that the server never gave.
  device.cursor[`u:${fan.id}`] = 1_000_000
  await device.sync()
  expect(postOn(device, postId)).toMatchObject({ isLocked: false, text: 'behind the bakery' })
})

test('[PULL-8] a grant of a creator whose channel the viewer does not have brings no channel', async ({
  server,
  fan,
  creator,
  held: { device },
}) => {
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: false }))
  await device.syncAll()
  await transact(server.app, null, async (tx) => {
    const accessUntil = new Date(tx.now.getTime() + 60_000)
    await setMembership(tx, { userId: fan.id, performerId: creator.id, kind: 'gift', accessUntil })
  })
  expect((await device.sync()).spaces.map(({ space }) => space)).toEqual([`u:${fan.id}`])
  expect(device.all('grants')).toMatchObject([{ kind: 'membership' }])
})

test('[PULL-8] a poke carries no grant, since only a pull brings the posts that it opens', async ({
  server,
  fan,
  held: { device, grant },
}) => {
  const space = `u:${fan.id}`
  const since = device.cursor[space] ?? 0
  await grant()
  const { version = 0 } = (await device.sync()).spaces.find((patch) => patch.space === space) ?? {}
  expect(version).toBeGreaterThan(since)
  expect(await pokePatch(server.app, fan.id, [{ space, since, version, step: null }])).toBeUndefined()
})

function postOn(device: TestDevice, postId: string): Post | undefined {
  return device.all<Post>('posts').find(({ _id }) => _id === postId)
}
