import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { OPEN_CHAT } from '../streams/entity.ts'
import { addTipLine } from './add-tip-line.ts'
import { changeStream, enter, hear, makeStream, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('a message by a call and one by the socket are in one chat, under the same rules', async ({
  server,
  stream,
  fan,
  clock,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, slowSeconds: 10 } })
  const client = await socketOf(fan)
  await enter(client, stream.id)
  const batches = hear(client, 'chat:batch')
  const body = { _id: v7(), text: '  Hello\tthere ' }
  const target = `POST /messages/stream/${stream.id}` as const
  const first = await call(server, target, { token: fan.token, body })
  expect([first.status, first.body]).toMatchObject([201, { _id: body._id, seq: 1, text: 'Hello there', isHeld: false }])
  await until(() => batches.length === 1)
  expect(batches[0]?.messages).toEqual([first.body])
  expect((await call(server, target, { token: fan.token, body })).status).toBe(200)
  expect(await send(client, stream.id)).toMatchObject({ ok: false, retryAfterMs: 10_000 })
  const tooSoon = await call(server, target, { token: fan.token, body: { text: 'More' } })
  expect([tooSoon.status, tooSoon.body]).toMatchObject([
    429,
    { message: 'Slow mode is on. Write again in 10 seconds.' },
  ])
  clock.ms += 10_000
  const long = await call(server, target, { token: fan.token, body: { text: 'x'.repeat(501) } })
  const longest = await call(server, target, { token: fan.token, body: { text: 'x'.repeat(500) } })
  expect([long.status, longest.status]).toEqual([400, 201])
})

test('everybody reads the chat of a public stream, also after its end; that of a closed one those who may watch', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const blocked = await makePerson(server, `unseen_${fan.user.username}`)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true, reason: '' }))
  const client = await socketOf(fan)
  for (const text of ['One', 'Two', 'Three']) await send(client, stream.id, { text })
  const statuses = async () =>
    Promise.all(
      [undefined, fan.token, creator.token, blocked.token].map(async (token) => {
        const { status } = await call(server, `GET /messages/stream/${stream.id}?limit=2`, { token })
        return status
      }),
    )
  const page = await call(server, `GET /messages/conversations/public/${stream.id}?limit=2&offset=1`)
  expect(page.body).toMatchObject({
    data: [
      { text: 'Two', seq: 2 },
      { text: 'One', seq: 1 },
    ],
    total: 3,
  })
  expect(await statuses()).toEqual([200, 200, 200, 404])
  await changeStream(server, stream.id, { status: 'ended' })
  expect(await statuses()).toEqual([200, 200, 200, 404])
  await changeStream(server, stream.id, { access: 'subscribers' })
  expect(await statuses()).toEqual([403, 403, 200, 404])
})

test('the conversation of a creator is that of the open stream, else of the last one', async ({
  server,
  fan,
  creator,
}) => {
  const target = `GET /conversations/stream/performer/${creator.user.username ?? ''}` as const
  expect((await call(server, target)).status).toBe(404)
  const first = await makeStream(server, creator, { status: 'ended', createdAt: new Date(Date.now() - 60_000) })
  expect((await call(server, target)).body).toMatchObject({ _id: first.id, status: 'ended', total: 0 })
  const second = await makeStream(server, creator)
  const byId = await call(server, `GET /conversations/stream/performer/${creator.id}`, { token: fan.token })
  expect(byId.body).toMatchObject({ _id: second.id, streamId: second.id, performerId: creator.id, status: 'live' })
})

test('the creator and moderators change the rules of a chat by a call, and others do not', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
}) => {
  const change = (person: Person, body: object) =>
    call(server, `PUT /conversations/stream/${stream.id}/update`, { token: person.token, body })
  expect((await change(fan, { chat: { slowSeconds: 5 } })).status).toBe(403)
  const rules = { slowSeconds: 5, blockedTerms: ['scam'] }
  expect((await change(moderator, { chat: rules })).body).toMatchObject({ chat: { ...rules, subscribersOnly: false } })
  expect((await change(creator, { pinnedId: v7() })).status).toBe(404)
  const seen = await call(server, `GET /conversations/stream/performer/${creator.id}`, { token: fan.token })
  expect(seen.body).toMatchObject({ chat: { slowSeconds: 5, blockedTerms: [] }, pinned: null })
  expect((await change(creator, { chat: { slowSeconds: 301 } })).status).toBe(400)
})

test('the creator sends a photo, which viewers see by a link of their own until the line is deleted; a viewer sends none', async ({
  server,
  stream,
  fan,
  creator,
}) => {
  const post = async (person: Person, fileId: string) =>
    call(server, `POST /messages/stream/${stream.id}`, { token: person.token, body: { text: 'Look', fileId } })
  expect(await post(fan, await upload(server, fan))).toMatchObject({ status: 403 })
  expect(await post(creator, await upload(server, fan)), 'of another').toMatchObject({ status: 400 })
  const fileId = await upload(server, creator)
  const sent = await post(creator, fileId)
  expect([sent.status, sent.body]).toMatchObject([201, { photo: { width: 600 }, sender: { role: 'creator' } }])
  expect(await post(creator, fileId), 'used').toMatchObject({ status: 400 })
  const photoOf = async (token: string | undefined) => {
    const { body } = await call(server, `GET /messages/stream/${stream.id}`, { token })
    const [line] = body['data'] as { photo: { url: string } }[]
    const cookie: Record<string, string> = token === undefined ? {} : { cookie: `token=${token}` }
    return (await fetch(new URL(line?.photo.url ?? '', server.url), { headers: cookie })).status
  }
  expect([await photoOf(fan.token), await photoOf(undefined)]).toEqual([200, 200])
  await changeStream(server, stream.id, { access: 'subscribers' })
  const link = `${server.url}/media/${fileId}/original`
  expect((await fetch(link)).status, 'a link without a signature').toBe(404)
  expect(await photoOf(creator.token)).toBe(200)
  await call(server, `DELETE /messages/${String(sent.body['_id'])}`, { token: creator.token })
  const { body } = await call(server, `GET /messages/stream/${stream.id}`, { token: creator.token })
  expect(body['data']).toMatchObject([{ photo: null, isDeleted: true }])
})

test('a line of a chat with the id of a private message keeps nobody from deleting their message', async ({
  server,
  stream,
  creator,
  fan,
}) => {
  const { body: talk } = await call(server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })
  const path = `/messages/conversations/${String(talk['_id'])}` as const
  const { body: sent } = await call(server, `POST ${path}`, { token: fan.token, body: { text: 'For you alone' } })
  const _id = String(sent['_id'])
  const line = await call(server, `POST /messages/stream/${stream.id}`, {
    token: creator.token,
    body: { _id, text: 'In the way' },
  })
  expect(line.status).toBe(201)
  expect((await call(server, `DELETE /messages/${_id}`, { token: fan.token })).status).toBe(200)
  const { body: thread } = await call(server, `GET ${path}`, { token: creator.token })
  expect(thread['data']).toMatchObject([{ _id, isDeleted: true }])
  const { body: chat } = await call(server, `GET /messages/stream/${stream.id}`, { token: creator.token })
  expect(chat['data']).toMatchObject([{ _id, isDeleted: false }])
  expect((await call(server, `DELETE /messages/${_id}`, { token: creator.token })).status).toBe(200)
})

test('a tip stands in the chat with its tokens, and is told to all', async ({ server, stream, fan, socketOf }) => {
  const client = await socketOf(fan)
  await enter(client, stream.id)
  const batches = hear(client, 'chat:batch')
  const tip = { streamId: stream.id, chargeId: v7(), fanId: fan.id, tokens: 25, item: 'Wave', text: '' }
  await transact(server.app, fan.actor, (tx) => addTipLine(tx, tip))
  await until(() => batches.length === 1)
  expect(batches[0]?.messages).toMatchObject([
    { kind: 'tip', seq: 1, tokens: 25, item: 'Wave', sender: { _id: fan.id } },
  ])
})

async function upload(server: TestServer, { token }: Person): Promise<string> {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(await jpegWithPlace())], 'photo.jpg'))
  const answer = await call(server, 'POST /messages/public/file/photo', { token, body })
  return answer.body['_id'] as string
}
