import { COMMENT_TEXT_MAX, commentObjects } from '@vesper/sync/vesper/records/comment.ts'
import type { Comment as CommentRecord } from '@vesper/sync/vesper/records/comment.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { totalsOf } from '../../../content/content-total.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification, NotificationState } from '../../notify/notifications/entity.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { editComment, hideComment } from './commands.ts'
import { makeThing, readComments, writeComment } from './testing/comment.ts'

test.for(commentObjects)(
  '%s: an open one is commented on, and read by all',
  async (objectType, { server, creator, fan }) => {
    const thing = await makeThing(server, creator, { objectType })
    const body = { ...thing, text: 'First', _id: v7() }
    const made = await call(server, 'POST /comments', { token: fan.token, body })
    expect([made.status, made.body]).toMatchObject([
      201,
      { _id: body._id, text: 'First', parentId: null, author: { _id: fan.id }, likes: 0, replies: 0, isDeleted: false },
    ])
    const answer = { ...thing, text: 'Thanks', parentId: body._id }
    expect((await call(server, 'POST /comments', { token: creator.token, body: answer })).status).toBe(201)
    expect((await call(server, 'POST /comments', { body })).status).toBe(401)
    for (const reader of [fan, creator, {}]) {
      expect(await readComments(server, thing, reader)).toMatchObject({
        total: 1,
        data: [{ text: 'First', replies: 1 }],
      })
      expect(await readComments(server, { ...thing, parentId: body._id }, reader)).toMatchObject({
        total: 1,
        data: [{ text: 'Thanks', author: { _id: creator.id } }],
      })
    }
    expect(await commentsOn(server, thing.objectId)).toBe(2)
    const otherType = objectType === 'video' ? 'gallery' : 'video'
    expect(await readComments(server, { ...thing, objectType: otherType })).toMatchObject({ status: 404 })
  },
)

test.for(commentObjects)(
  '%s: what is locked is neither commented on nor read; what is gone is not there',
  async (objectType, { server, creator, fan }) => {
    const locked = await makeThing(server, creator, { objectType, access: 'followers' })
    const own = await writeComment(server, creator, { ...locked, text: 'Between us' })
    const asks = async () => {
      const like = { objectType: 'comment', objectId: own, action: 'like' }
      const report = { objectType: 'comment', objectId: own, category: 'spam' }
      const answers = [
        await call(server, 'POST /comments', { token: fan.token, body: { ...locked, text: 'Let me in' } }),
        await call(server, `GET /comments?objectType=${objectType}&objectId=${locked.objectId}`, { token: fan.token }),
        await call(server, `PUT /comments/${own}`, { token: fan.token, body: { text: 'Mine now' } }),
        await call(server, `DELETE /comments/${own}`, { token: fan.token }),
        await call(server, 'POST /reactions', { token: fan.token, body: like }),
        await call(server, 'POST /reports', { token: fan.token, body: report }),
      ]
      for (const { text, status } of answers) if (status >= 400) expect(text).not.toContain('Between us')
      return answers.map(({ status }) => status)
    }
    expect(await asks()).toEqual([403, 403, 404, 404, 404, 404])
    expect((await readComments(server, locked)).status).toBe(403)
    await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
    expect(await asks()).toEqual([201, 200, 403, 403, 200, 200])
    await transact(server.app, null, async ({ em }) => {
      const table = objectType === 'feed' ? 'post' : 'asset'
      await em.execute(`update ${table} set status = 'removed' where id = ?`, [locked.objectId])
      await em.execute('delete from reaction where object_id = ?', [own])
    })
    expect(await asks()).toEqual([404, 404, 404, 404, 404, 404])
  },
)

test('an answer has no answers, and what it answers is there', async ({ server, creator, fan }) => {
  const [thing, other] = [await makeThing(server, creator), await makeThing(server, creator)]
  const first = await writeComment(server, fan, thing)
  const answer = await writeComment(server, creator, { ...thing, parentId: first })
  const asked = async (given: object) => {
    const { status, body } = await call(server, 'POST /comments', { token: fan.token, body: { text: 'Hm', ...given } })
    return [status, body['message']]
  }
  expect(await asked({ ...thing, parentId: answer })).toEqual([400, 'Answer the first comment, not an answer to it.'])
  const gone = [404, 'The comment that you answer is gone.']
  expect(await asked({ ...thing, parentId: v7() })).toEqual(gone)
  expect(await asked({ ...other, parentId: first })).toEqual(gone)
  await call(server, `DELETE /comments/${first}`, { token: fan.token })
  expect(await asked({ ...thing, parentId: first })).toEqual(gone)
})

test('a deleted comment leaves its place to its answers, and goes with the last of them', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const first = await writeComment(server, fan, { ...thing, text: 'A secret' })
  const answer = await writeComment(server, creator, { ...thing, parentId: first, text: 'Stays' })
  const alone = await writeComment(server, fan, { ...thing, text: 'Alone' })
  for (const id of [first, first, alone]) {
    expect((await call(server, `DELETE /comments/${id}`, { token: fan.token })).body).toMatchObject({ success: true })
  }
  const { data, total } = await readComments(server, thing)
  expect([data, total]).toMatchObject([[{ _id: first, author: null, text: '', isDeleted: true, replies: 1 }], 1])
  expect((await readComments(server, { ...thing, parentId: first })).data).toMatchObject([{ text: 'Stays' }])
  expect(await commentsOn(server, thing.objectId)).toBe(1)
  const edit = await call(server, `PUT /comments/${first}`, { token: fan.token, body: { text: 'Back' } })
  expect([edit.status, edit.body['message']]).toEqual([404, 'This comment is gone.'])
  await call(server, `DELETE /comments/${answer}`, { token: creator.token })
  expect(await readComments(server, thing)).toMatchObject({ data: [], total: 0 })
  expect(await commentsOn(server, thing.objectId)).toBe(0)
  expect((await call(server, `DELETE /comments/${v7()}`, { token: fan.token })).status).toBe(404)
})

test('a comment that staff hide is listed to its author alone, as on the devices of the author', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const first = await writeComment(server, fan, { ...thing, text: 'Hidden' })
  const open = await writeComment(server, creator, { ...thing, text: 'Open' })
  const answer = await writeComment(server, fan, { ...thing, parentId: open, text: 'Hidden answer' })
  for (const id of [first, answer]) await transact(server.app, null, (tx) => hideComment(tx, id, true))
  const below = { ...thing, parentId: open }
  for (const [token, texts, answers] of [
    [fan.token, ['Hidden', 'Open'], ['Hidden answer']],
    [creator.token, ['Open'], []],
    [undefined, ['Open'], []],
  ] as const) {
    const { data, total } = await readComments(server, thing, { token })
    expect([data.map(({ text }) => text).toSorted(), total]).toEqual([texts, texts.length])
    const replies = await readComments(server, below, { token })
    expect([replies.data.map(({ text }) => text), replies.total]).toEqual([answers, answers.length])
  }
})

test('the author changes a comment; the author and the creator of the thing delete it', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const id = await writeComment(server, fan, thing)
  const other = await makePerson(server, `other_${fan.user.username}`)
  const otherCreator = await makePerson(server, `other_${creator.user.username}`, true)
  const put = async (token: string) =>
    (await call(server, `PUT /comments/${id}`, { token, body: { text: 'New' } })).status
  expect([await put(other.token), await put(creator.token), await put(otherCreator.token)]).toEqual([403, 403, 403])
  const same = await call(server, `PUT /comments/${id}`, { token: fan.token, body: { text: 'A comment' } })
  expect(same.body).toMatchObject({ editedAt: null })
  const changed = await call(server, `PUT /comments/${id}`, { token: fan.token, body: { text: 'New' } })
  expect(changed.body).toMatchObject({ text: 'New', editedAt: expect.any(String) as string })
  const remove = async (token: string) => (await call(server, `DELETE /comments/${id}`, { token })).status
  expect([await remove(other.token), await remove(otherCreator.token)]).toEqual([403, 403])
  expect(await remove(creator.token)).toBe(200)
  expect(await readComments(server, thing)).toMatchObject({ total: 0 })
})

test('comments of an account that others cannot reach are shown to nobody', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const first = await writeComment(server, fan, { ...thing, text: 'From before' })
  await writeComment(server, creator, { ...thing, parentId: first })
  await writeComment(server, fan, thing)
  const setStatus = (status: User['status']) =>
    transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: fan.id })).status = status
    })
  await setStatus('suspended')
  const { data } = await readComments(server, thing)
  expect(data).toMatchObject([{ _id: first, isDeleted: true, author: null, text: '' }])
  await setStatus('active')
  expect((await readComments(server, thing)).data).toHaveLength(2)
})

test('lists by time and by likes, page by page, with the likes of others', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) ids.push(await writeComment(server, fan, { ...thing, text }))
  const like = { objectType: 'comment', objectId: ids[1], action: 'like' }
  expect((await call(server, 'POST /reactions', { token: creator.token, body: like })).status).toBe(200)
  const bookmark = await call(server, 'POST /reactions', { token: fan.token, body: { ...like, action: 'bookmark' } })
  expect([bookmark.status, bookmark.body['message']]).toEqual([403, 'Comments can be liked, not bookmarked.'])
  const textsOf = async (query: Record<string, string>) =>
    (await readComments(server, { ...thing, ...query }, fan)).data.map(({ text, likes }) => `${text} ${likes}`)
  expect(await textsOf({})).toEqual(['three 0', 'two 1', 'one 0'])
  expect(await textsOf({ sort: 'asc' })).toEqual(['one 0', 'two 1', 'three 0'])
  expect(await textsOf({ sortBy: 'likes' })).toEqual(['two 1', 'three 0', 'one 0'])
  expect(await textsOf({ pageSize: '2', current: '2' })).toEqual(['one 0'])
  expect((await readComments(server, thing, creator)).data[1]).toMatchObject({ text: 'two', likes: 0 })
})

test('a comment names creators whom others reach, and keeps what is no trick', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const name = creator.user.username ?? ''
  const text = `\u202eHi @${name.toUpperCase()}, @${fan.user.username} and a@${name}.\u2066\r\n\n\n\n<b>\u200d</b>\u0007`
  const { body } = await call(server, 'POST /comments', { token: fan.token, body: { ...thing, text } })
  expect(body).toMatchObject({
    text: `Hi @${name.toUpperCase()}, @${fan.user.username} and a@${name}.\n\n<b>\u200d</b>`,
    mentions: [name],
  })
})

test('the creator, the author of what is answered and those who are named hear of it once, if they may read it', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator, { access: 'followers' })
  const [follower, stranger] = [
    await makePerson(server, `a_${fan.user.username}`),
    await makePerson(server, `b_${fan.user.username}`),
  ]
  for (const { actor } of [fan, follower]) {
    await transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  }
  const names = [creator, follower, stranger, fan].map(({ user }) => `@${user.username}`).join(' ')
  const first = await writeComment(server, fan, { ...thing, text: `Hello ${names}` })
  await writeComment(server, follower, { ...thing, text: 'Hi', parentId: first })
  await transact(server.app, fan.actor, (tx) => editComment(tx, { _id: first, text: `Hello again ${names}` }))
  await deliverEvents(server.app)
  const told = await server.app.orm.em
    .fork()
    .execute<{ userId: string; kind: string }[]>(
      `select user_id as "userId", kind from notification where kind in ('comment', 'reply', 'mention') and user_id = any(?::uuid[])`,
      [`{${[creator, fan, follower, stranger].map(({ id }) => id).join()}}`],
    )
  const kindsOf = ({ id }: { id: string }) => told.flatMap(({ userId, kind }) => (userId === id ? kind : [])).toSorted()
  expect([kindsOf(creator), kindsOf(follower), kindsOf(fan), kindsOf(stranger)]).toEqual([
    ['comment', 'mention'],
    ['mention'],
    ['reply'],
    [],
  ])
})

test('a change tells those whom it names newly, and nobody who was named before', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const newly = await makePerson(server, `newly_${fan.user.username}`, true)
  const id = await writeComment(server, fan, { ...thing, text: `See @${creator.user.username}` })
  await deliverEvents(server.app)
  const before = await noticesOf(server, creator.id)
  expect(before.notices).toMatchObject({ mention: { count: 1 } })

  const text = `See @${creator.user.username} and @${newly.user.username}, again @${creator.user.username}`
  await transact(server.app, fan.actor, (tx) => editComment(tx, { _id: id, text }))
  await deliverEvents(server.app)
  // The number of an entry that is told again would be another, and each push has one.
  expect(await noticesOf(server, creator.id)).toEqual(before)
  expect((await noticesOf(server, newly.id)).notices).toMatchObject({ mention: { count: 1 } })
})

test.for([
  ['', 'Write something first.'],
  ['\u200b \u2800', 'Write something first.'],
  ['\u202e\u0000', 'Write something first.'],
  ['x'.repeat(COMMENT_TEXT_MAX + 1), 'A comment has at most 1,000 characters.'],
])('%j is refused: %s', async ([text, message], { server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const { status, body } = await call(server, 'POST /comments', { token: fan.token, body: { ...thing, text } })
  expect([status, body['message']]).toEqual([400, message])
})

test('a photo comes to an own comment, is seen by its readers, and goes with it', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator, { access: 'followers' })
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const id = await writeComment(server, fan, thing)
  const put = async (token: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await jpegWithPlace())]), 'photo.jpg')
    return call(server, `PUT /comments/${id}`, { token, body: form })
  }
  expect((await put(creator.token)).status).toBe(403)
  const first = (await put(fan.token)).body as CommentRecord
  const second = (await put(fan.token)).body as CommentRecord
  expect(second.file).toMatchObject({ type: 'photo', status: 'ready', width: 600 })
  expect(second.file?._id).not.toBe(first.file?._id)
  const seen = (await readComments(server, thing, creator)).data[0]?.file
  const get = async (url = '', { token } = fan) =>
    (await fetch(new URL(url, server.url), { headers: { cookie: `token=${token}` } })).status
  expect([await get(seen?.url, creator), await get(first.file?.url)]).toEqual([200, 404])
  await call(server, `DELETE /follows/${creator.id}`, { token: fan.token })
  expect(await get(second.file?.url)).toBe(404)
  await call(server, `DELETE /comments/${id}`, { token: fan.token })
  expect(await get(seen?.url, creator)).toBe(404)
  const empty = await call(server, `PUT /comments/${id}`, { token: fan.token, body: {} })
  expect([empty.status, empty.body['message']]).toEqual([400, 'Write something first.'])
})

test('a comment is reported, and liked by others than its author sees counted', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const id = await writeComment(server, fan, { ...thing, text: 'Buy my spam' })
  const body = { objectType: 'comment', objectId: id, category: 'spam' }
  expect((await call(server, 'POST /reports', { token: creator.token, body })).status).toBe(200)
  expect((await call(server, 'POST /reports', { token: fan.token, body })).status).toBe(400)
  const [report] = await server.app.orm.em
    .fork()
    .execute<{ user: string; snapshot: unknown }[]>(
      'select target_user_id as user, snapshot from report where object_id = ?',
      [id],
    )
  expect(report).toEqual({ user: fan.id, snapshot: { text: 'Buy my spam', fileIds: [] } })
})

test('30 comments a minute go through', async () => {
  const server = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const [creator, fan] = [await makePerson(server, 'limit_creator', true), await makePerson(server, 'limit_fan')]
    const thing = await makeThing(server, creator)
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) {
      const body = { ...thing, text: `Number ${n}` }
      statuses.push((await call(server, 'POST /comments', { token: fan.token, body })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
  } finally {
    await server.stop()
  }
})

async function commentsOn(server: Pick<TestServer, 'app'>, id: string): Promise<number | undefined> {
  return (await totalsOf(server.app.orm.em.fork(), [{ objectType: 'feed', id }], null)).get(id)?.comments
}

/** The activity of an account by kind, and the number of its latest entry. */
async function noticesOf({ app }: Pick<TestServer, 'app'>, userId: string) {
  const em = app.orm.em.fork()
  const entries = await em.find(Notification, { userId })
  const { lastSeq = 0 } = (await em.findOne(NotificationState, { userId })) ?? {}
  return { lastSeq, notices: Object.fromEntries(entries.map(({ kind, count, seq }) => [kind, { count, seq }])) }
}
