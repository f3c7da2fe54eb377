import { randomUUID } from 'node:crypto'
import type { NewReport } from '@vesper/sync/vesper/api/reports.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson, say } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { makeAsset } from '../../../content/assets/testing/asset.ts'
import { Post } from '../../../content/posts/entity.ts'
import { User } from '../../../people/accounts/entity.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { deleteMessage } from '../../../talk/messages/commands.ts'
import { dismissReport } from './commands.ts'
import { Report } from './entity.ts'
import { reportCommands as admin } from './report-commands.ts'

const filesOf = { gallery: {}, photo: { fileId: {} }, video: { mainId: {}, teaserId: {} }, product: { fileIds: {} } }
const NOT_THERE = 'You cannot see this, or it no longer exists.'

test('refuses a report of nobody', async ({ server, creator }) => {
  const body = { objectType: 'performer', objectId: creator.id, category: 'spam' }
  expect((await call(server, 'POST /reports', { body })).status).toBe(401)
})

test('a fan reports a message, a post and a creator', async ({ server, pair }) => {
  const { fan, creator, conversationId } = pair
  const message = await say(server, creator, { to: conversationId, text: 'Buy my spam' })
  const post = await publish(server, creator, { access: 'subscribers', text: 'Locked, and reported' })
  for (const [objectType, objectId] of [
    ['message', message],
    ['feed', post],
    ['performer', creator.id],
  ] as const) {
    const { status, body } = await report(server, fan, { objectType, objectId })
    expect([status, body['state']]).toEqual([200, 'open'])
    expect(await rows(server, { objectId })).toMatchObject([
      { id: body['_id'], reporterId: fan.id, targetUserId: creator.id, category: 'spam', text: '' },
    ])
  }
  expect(await rows(server, { objectId: message })).toMatchObject([{ snapshot: { text: 'Buy my spam', fileIds: [] } }])
})

test.for(['gallery', 'photo', 'video', 'product'] as const)(
  'a fan reports a %s that they can see',
  async (kind, { server, fan, creator }) => {
    const { id, files } = await makeAsset(server, creator.id, { kind, title: 'Not mine', files: { ...filesOf[kind] } })
    expect((await report(server, fan, { objectType: kind, objectId: id })).status).toBe(200)
    const [row] = await rows(server, { objectId: id })
    expect(row).toMatchObject({
      targetUserId: creator.id,
      snapshot: { text: 'Not mine', fileIds: Object.values(files) },
    })
    expect((await report(server, creator, { objectType: kind, objectId: id })).status).toBe(400)
    const { id: draft } = await makeAsset(server, creator.id, { kind, status: 'draft' })
    const other = kind === 'video' ? 'gallery' : 'video'
    for (const [objectType, objectId] of [
      [kind, draft],
      [other, id],
    ] as const) {
      expect((await report(server, fan, { objectType, objectId })).status).toBe(404)
    }
  },
)

test('a creator reports a fan', async ({ server, fan, creator }) => {
  expect((await report(server, creator, { objectType: 'user', objectId: fan.id })).status).toBe(200)
})

test('answers one 404 for what does not exist and what the reporter cannot see', async ({ server, pair, fan }) => {
  const { creator, conversationId } = pair
  const message = await say(server, creator, { to: conversationId, text: 'Between two' })
  const deleted = await say(server, creator, { to: conversationId, text: 'Gone' })
  await transact(server.app, creator.actor, (tx) => deleteMessage(tx, { _id: deleted }))
  const removed = await publish(server, creator, { status: 'removed' })
  const scheduled = await publish(server, creator, { status: 'scheduled' })
  const gone = await makePerson(server, `gone_${randomUUID().slice(0, 8)}`, true)
  const postOfGone = await publish(server, gone, {})
  await transact(server.app, null, async (tx) => {
    Object.assign(await tx.em.findOneOrFail(User, { id: gone.id }), { status: 'suspended' })
  })
  const targets: [Person, NewReport['objectType'], string][] = [
    // Another fan than the one in the conversation.
    [fan, 'message', message],
    [pair.fan, 'message', deleted],
    [fan, 'message', randomUUID()],
    [fan, 'feed', removed],
    [fan, 'feed', scheduled],
    [fan, 'feed', postOfGone],
    [fan, 'feed', randomUUID()],
    [fan, 'performer', gone.id],
    [fan, 'performer', pair.fan.id],
    [fan, 'user', creator.id],
    [fan, 'user', randomUUID()],
  ]
  for (const [person, objectType, objectId] of targets) {
    const { status, body } = await report(server, person, { objectType, objectId })
    expect([objectType, status, body['message']]).toEqual([objectType, 404, NOT_THERE])
    expect(await rows(server, { objectId })).toEqual([])
  }
})

test('rejects a report on oneself or on an own message', async ({ server, pair }) => {
  const { creator, conversationId } = pair
  const own = await say(server, creator, { to: conversationId, text: 'Mine' })
  for (const target of [
    { objectType: 'performer', objectId: creator.id },
    { objectType: 'message', objectId: own },
  ] as const) {
    const { status, body } = await report(server, creator, target)
    expect([status, body['message']]).toEqual([400, 'You cannot report yourself.'])
  }
})

test('the same report twice, or five times at once, is one', async ({ server, fan, creator }) => {
  const target = { objectType: 'performer', objectId: creator.id } as const
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(server, fan, target)))
  const ids = new Set(answers.map(({ status, body }) => `${status} ${String(body['_id'])}`))
  expect(ids.size).toBe(1)
  expect(await report(server, fan, { ...target, objectId: creator.id.toUpperCase() })).toMatchObject({
    status: 200,
    body: answers[0]?.body,
  })
  expect(await rows(server, { objectId: creator.id })).toHaveLength(1)
})

test('the same _id is the same report, after a decision too, and no report of somebody else', async ({
  server,
  pair,
  fan,
}) => {
  const target = { objectType: 'performer', objectId: pair.creator.id, _id: v7() } as const
  const first = await report(server, fan, target)
  expect([first.status, first.body['_id']]).toEqual([200, target._id])
  await transact(server.app, null, async (tx) => {
    Object.assign(await tx.em.findOneOrFail(Report, { id: target._id }), { state: 'actioned' })
  })
  expect((await report(server, fan, target)).body).toEqual({ _id: target._id, state: 'actioned' })
  expect((await report(server, pair.fan, target)).status).toBe(409)
  expect((await report(server, fan, { ...target, objectId: v7() })).status).toBe(409)
  expect(await rows(server, { objectId: pair.creator.id })).toHaveLength(1)
})

test('two people report the same object, and one reports it again after a decision', async ({ server, pair, fan }) => {
  const target = { objectType: 'performer', objectId: pair.creator.id } as const
  const first = await report(server, fan, target)
  await report(server, pair.fan, target)
  await transact(server.app, null, async (tx) => {
    Object.assign(await tx.em.findOneOrFail(Report, { id: String(first.body['_id']) }), { state: 'actioned' })
  })
  const again = await report(server, fan, target)
  expect(again.body['_id']).not.toBe(first.body['_id'])
  expect(await rows(server, { objectId: pair.creator.id })).toHaveLength(3)
})

test('rejects a wrong category, a wrong type and a text of over 1,000 characters', async ({ server, fan, creator }) => {
  const good = { objectType: 'performer', objectId: creator.id, category: 'spam' }
  for (const [path, wrong] of [
    ['category', { category: 'boring' }],
    ['objectType', { objectType: 'poll' }],
    ['objectId', { objectId: 'creator1' }],
    ['text', { text: 'x'.repeat(1001) }],
  ] as const) {
    const body = { ...good, ...wrong }
    const answer = await call(server, 'POST /reports', { token: fan.token, body })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } })
  }
})

test('takes 20 reports an hour', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const [fan, creator] = [await makePerson(limited, 'fan'), await makePerson(limited, 'creator', true)]
    const target = { objectType: 'performer', objectId: creator.id } as const
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await report(limited, fan, target)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  } finally {
    await limited.stop()
  }
})

test('the administrator lists open reports, each text on one line', async ({ server, fan, creator }) => {
  const target = { objectType: 'performer', objectId: creator.id } as const
  const { body } = await report(server, fan, { ...target, text: 'Not\nthem' })
  // As texts were kept before such characters were left out.
  const text = 'Not\nthem\u001b[2K'
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Report, { id: String(body['_id']) }, { text }))
  const lines: string[] = []
  await admin['reports']?.run({ app: server.app, args: [], print: (line) => void lines.push(line) })
  const at = lines.findIndex((line) => line.includes(String(body['_id'])))
  expect(lines[at]).toContain(
    `spam: performer ${creator.id} of ${creator.user.username}, reported by ${fan.user.username}`,
  )
  expect(lines[at + 1]).toBe('    Not them [2K')
  expect(lines.at(-1)).toMatch(/^\d+ open reports?$/)
})

function report(
  server: TestServer,
  { token }: Person,
  given: Pick<NewReport, 'objectType' | 'objectId'> & { text?: string; _id?: string },
) {
  return call(server, 'POST /reports', { token, body: { category: 'spam', ...given } })
}

function rows(server: TestServer, where: { objectId: string }) {
  return server.app.orm.em.fork().find(Report, where)
}

async function publish(server: TestServer, { id: performerId }: Person, given: Partial<Post>): Promise<string> {
  const id = randomUUID()
  await transact(server.app, null, (tx) => {
    const times = { scheduledAt: null, publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now }
    const defaults = { seq: null, status: 'published' as const, access: 'public' as const, price: 0, text: 'A post' }
    tx.em.create(Post, { id, performerId, poll: null, ...defaults, ...times, ...given })
    return Promise.resolve()
  })
  return id
}

test('a report that two operators dismiss at once is dismissed once', async ({ server, creator, fan }) => {
  const body = { objectType: 'performer', objectId: creator.id, category: 'spam' }
  const { body: made } = await call(server, 'POST /reports', { token: fan.token, body })
  const id = String(made['_id'])
  let second: Promise<void> | undefined
  await transact(server.app, null, async (tx) => {
    await dismissReport(tx, id)
    second = transact(server.app, null, (other) => dismissReport(other, id))
    // It may be refused before the lines below wait for it.
    second.catch(() => {})
    await waitsForLock(server)
  })
  await expect(second).rejects.toThrow('This report is closed already.')
})
