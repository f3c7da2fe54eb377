import type { FileSend, SentFile } from '@vesper/sync/vesper/api/files.ts'
import { OWNED_ALREADY } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { converse, makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { grantEntitlement, revokeEntitlement } from '../../people/grants/commands.ts'
import { deleteMessage, sendMessage } from './commands.ts'

type Place = { server: TestServer; creator: Person; conversationId: string }

async function add(
  { server, creator }: Pick<Place, 'server' | 'creator'>,
  hash: string | null = null,
): Promise<string> {
  const file = { ...newFile(creator.id), hash }
  await transact(server.app, null, async ({ em }) => void em.create(File, file))
  return file.id
}

async function send({ server, creator, conversationId }: Place, fileIds: string[], price?: number): Promise<string> {
  const _id = v7()
  await transact(server.app, creator.actor, (tx) =>
    sendMessage(tx, { _id, conversationId, text: 'Hello', fileIds, price }),
  )
  return _id
}

function owned(
  { creator, fan }: { creator: Person; fan: Person },
  objectId: string,
  objectType: 'message' | 'feed' = 'message',
) {
  return { userId: fan.id, performerId: creator.id, objectType, objectId, source: 'purchase' } as const
}

async function marksOf({ server, creator, conversationId }: Place): Promise<Record<string, [string, number]>> {
  const { body } = await call(server, `GET /conversations/${conversationId}/sent-files`, { token: creator.token })
  return Object.fromEntries((body['data'] as SentFile[]).map(({ fileId, state, price }) => [fileId, [state, price]]))
}

test('the marks of a conversation say how each file was sent there; the same bytes share them', async ({
  server,
  pair,
}) => {
  const { creator, conversationId } = pair
  const place = { server, creator, conversationId }
  const [free, offered, bought, unsent, deleted] = [
    await add(place),
    await add(place),
    await add(place, 'ab'),
    await add(place),
    await add(place),
  ]
  const again = await add(place, 'ab')
  await send(place, [free])
  await send(place, [offered], 20)
  const paid = await send(place, [bought], 30)
  const gone = await send(place, [deleted])
  await transact(server.app, creator.actor, (tx) => deleteMessage(tx, { _id: gone }))
  expect(await marksOf(place)).toMatchObject({ [bought]: ['offered', 30], [again]: ['offered', 30] })
  await transact(server.app, null, (tx) => grantEntitlement(tx, owned(pair, paid)))
  await send(place, [again, offered], 15)
  const marks = await marksOf(place)
  expect(marks).toEqual({
    ...{ [free]: ['free', 0], [offered]: ['offered', 15] },
    ...{ [bought]: ['bought', 30], [again]: ['bought', 30] },
  })
  expect([unsent in marks, deleted in marks]).toEqual([false, false])
  const other = await makePerson(server, `marks_${v7().slice(-8)}`)
  const elsewhere = { ...place, conversationId: await converse(server, creator, other) }
  expect(await marksOf(elsewhere), 'another conversation knows nothing of it').toEqual({})
})

test('a file tells its creator to whom it was sent, and nobody else', async ({ server, pair }) => {
  const { fan, creator, conversationId } = pair
  const place = { server, creator, conversationId }
  const [photo, again] = [await add(place, 'cd'), await add(place, 'cd')]
  const first = await send(place, [photo], 40)
  const second = await send(place, [again])
  const { body } = await call(server, `GET /performer/files/${photo}/sent`, { token: creator.token })
  const recipient = { _id: fan.id, username: fan.user.username }
  expect(body['data'] as FileSend[]).toMatchObject([
    { _id: second, conversationId, recipient, state: 'free', price: 0 },
    { _id: first, conversationId, recipient, state: 'offered', price: 40 },
  ])
  const rival = await makePerson(server, `rival_${v7().slice(-8)}`, true)
  expect((await call(server, `GET /performer/files/${photo}/sent`, { token: rival.token })).status).toBe(404)
  expect((await call(server, `GET /conversations/${conversationId}/sent-files`, { token: rival.token })).status).toBe(
    404,
  )
})

test('files that the recipient has already are not sold again, by whatever way they came', async ({ server, pair }) => {
  const { creator, conversationId } = pair
  const place = { server, creator, conversationId }
  const refused = (fileIds: string[]) =>
    expect(send(place, fileIds, 5)).rejects.toMatchObject({ kind: 'conflict', message: OWNED_ALREADY })
  const [free, sold, inPost, fresh] = [await add(place, 'f1'), await add(place), await add(place), await add(place)]
  await send(place, [free])
  await refused([free])
  await refused([await add(place, 'f1')])
  await send(place, [sold], 5)
  const paid = await send(place, [sold], 6)
  await transact(server.app, null, (tx) => grantEntitlement(tx, owned(pair, paid)))
  await refused([sold])
  const thumbnailId = await add(place)
  const post = { _id: v7(), text: '', access: 'paid' as const, price: 5, scheduledAt: null, poll: null }
  await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...post, fileIds: [inPost], thumbnailId }))
  await send(place, [inPost], 5)
  await transact(server.app, null, (tx) => grantEntitlement(tx, owned(pair, post._id, 'feed')))
  await refused([inPost, sold, free])
  await send(place, [thumbnailId], 5)
  await send(place, [inPost, fresh], 5)
  await send(place, [inPost])
})

test('a file that was sent a moment ago, in the same push, is not sold', async ({ server, pair }) => {
  const { creator, conversationId } = pair
  const photo = await add({ server, creator })
  const message = () => ({ _id: v7(), conversationId, text: 'Hello', fileIds: [photo] })
  const pushed = transact(server.app, creator.actor, async (tx) => {
    // As messages that are pushed together are run: what they make is stored at the end.
    const unflushed = { ...tx, flush: () => Promise.resolve() }
    await sendMessage(unflushed, message())
    await sendMessage(unflushed, { ...message(), price: 5 })
  })
  await expect(pushed).rejects.toMatchObject({ kind: 'conflict', message: OWNED_ALREADY })
})

test('a file whose purchase was given back can be sold again, and one that another fan has', async ({
  server,
  pair,
}) => {
  const { creator, conversationId } = pair
  const place = { server, creator, conversationId }
  const photo = await add(place)
  const paid = await send(place, [photo], 5)
  const grant = owned(pair, paid)
  await transact(server.app, null, (tx) => grantEntitlement(tx, grant))
  await expect(send(place, [photo], 5)).rejects.toMatchObject({ kind: 'conflict' })
  const other = await makePerson(server, `second_${v7().slice(-8)}`)
  const elsewhere = { ...place, conversationId: await converse(server, creator, other) }
  await send(elsewhere, [photo], 5)
  await transact(server.app, null, (tx) => revokeEntitlement(tx, grant))
  await send(place, [photo], 5)
})
