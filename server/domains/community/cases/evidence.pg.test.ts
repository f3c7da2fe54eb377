import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { converse, makePerson, say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { deleteMessage, sendMessage } from '../../talk/messages/commands.ts'
import { Case } from './entity.ts'
import { purgeEvidenceJob } from './purge-evidence-job.ts'
import { deskOf, makeStaff, newPhoto } from './testing/desk.ts'

const DAY_MS = 86_400_000

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let moderator: Person
let support: Person
let count = 0
let elapsedMs = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  moderator = await makeStaff(server, 'evidence.moderator', 'moderator')
  support = await makeStaff(server, 'evidence.support', 'support')
})
afterAll(() => server.stop())

async function pair() {
  count += 1
  const fan = await makePerson(server, `evidence.fan.${count}`)
  const creator = await makePerson(server, `evidence.creator.${count}`, true)
  return { fan, creator, to: await converse(server, fan, creator) }
}

const report = (by: Person, body: object) =>
  call(server, 'POST /reports', { token: by.token, body: { objectType: 'message', category: 'spam', ...body } })

async function caseOf(objectId: string): Promise<Record<string, unknown>> {
  const { id } = await server.app.orm.em.fork().findOneOrFail(Case, { objectId, state: { $ne: 'closed' } })
  const answer = await atDesk(moderator, `GET /desk/cases/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const photoOf = (seen: Record<string, unknown>) => {
  const [evidence] = seen['evidence'] as { files: { _id: string; url: string }[] }[]
  return evidence?.files[0] ?? expect.fail('no photo')
}

const statusOf = async (url: string, { token }: Person) =>
  (await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } })).status

test('a reported message is kept with its photo and the lines around it', async () => {
  const { fan, creator, to } = await pair()
  for (let line = 0; line < 8; line += 1) await say(server, creator, { to, text: `before ${line}` })
  const fileId = await newPhoto(server, fan)
  const id = v7()
  await transact(server.app, fan.actor, (tx) =>
    sendMessage(tx, { _id: id, conversationId: to, text: 'Buy spam', fileIds: [fileId] }),
  )
  for (let line = 0; line < 8; line += 1) await say(server, creator, { to, text: `after ${line}` })
  expect((await report(creator, { objectId: id })).status).toBe(200)
  await transact(server.app, fan.actor, (tx) => deleteMessage(tx, { _id: id }))
  const seen = await caseOf(id)
  const [kept] = seen['evidence'] as { text: string; context: { text: string; isReported: boolean }[] }[]
  expect(kept?.text).toBe('Buy spam')
  expect(kept?.context.map(({ text }) => text)).toEqual([
    ...[3, 4, 5, 6, 7].map((line) => `before ${line}`),
    'Buy spam',
    ...[0, 1, 2, 3, 4].map((line) => `after ${line}`),
  ])
  expect(kept?.context.filter(({ isReported }) => isReported)).toHaveLength(1)
  expect(seen['now']).toBeNull()
  const { _id, url } = photoOf(seen)
  expect(_id).toBe(fileId)
  await atDesk(support, 'GET /desk/me')
  for (const staff of [moderator, support]) expect(await statusOf(url, staff)).toBe(200)
  for (const other of [fan, creator]) {
    expect(await statusOf(url, other)).toBe(404)
    const shown = await call(server, 'POST /files/viewable', { token: other.token, body: { ids: [fileId] } })
    expect(shown.text).not.toContain(fileId)
  }
  const answer = await fetch(server.url + url, { headers: { authorization: `Bearer ${moderator.token}` } })
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const row = await server.app.orm.em.fork().findOneOrFail(File, { id: fileId })
  expect(row.ownerId).not.toBe(fan.id)
  const stored = () => server.app.storage.open(fileId, 'original')
  // Closed 89 days ago it is there, and 90 days ago no more.
  await transact(server.app, null, async ({ em, now }) => {
    await em.nativeUpdate(Case, { objectId: id }, { state: 'closed', closedAt: now })
  })
  elapsedMs = 89 * DAY_MS
  await purgeEvidenceJob.run(server.app, new AbortController().signal)
  expect(await stored()).not.toBeNull()
  elapsedMs = 91 * DAY_MS
  await purgeEvidenceJob.run(server.app, new AbortController().signal)
  expect(await stored()).toBeNull()
  expect(await server.app.orm.em.fork().findOne(File, { id: fileId })).toBeNull()
  elapsedMs = 0
})

describe('reports on one thing', () => {
  test('join its case, and the more urgent one decides when it is due', async () => {
    const { fan, creator } = await pair()
    const other = await makePerson(server, `evidence.other.${count}`)
    const about = { objectType: 'performer', objectId: creator.id }
    await report(fan, { ...about, category: 'spam' })
    const first = await caseOf(creator.id)
    expect(first).toMatchObject({ priority: 3, reports: 1, state: 'open', sources: ['report'] })
    await report(other, { ...about, category: 'minor', text: 'Looks young' })
    const second = await caseOf(creator.id)
    expect(second).toMatchObject({ _id: first['_id'], priority: 0, reports: 2, categories: ['minor', 'spam'] })
    const due = Date.parse(String(second['dueAt'])) - Date.now()
    expect(due).toBeLessThan(3_600_000)
    expect(due).toBeGreaterThan(3_500_000)
    expect(second['reportList']).toMatchObject([{ category: 'spam' }, { category: 'minor', text: 'Looks young' }])
  })

  test('that come at once open one case', async () => {
    const { creator } = await pair()
    const people: Person[] = []
    for (let index = 0; index < 6; index += 1) people.push(await makePerson(server, `evidence.many.${count}.${index}`))
    const body = { objectType: 'performer', objectId: creator.id }
    const answers = await Promise.all(people.map((one) => report(one, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await server.app.orm.em.fork().count(Case, { objectId: creator.id })).toBe(1)
    expect(await caseOf(creator.id)).toMatchObject({ reports: 6 })
  })
})

test('the list has the most urgent case first, and finds by kind and priority', async () => {
  const { fan, creator } = await pair()
  const message = await say(server, creator, { to: await converse(server, fan, creator), text: 'Look' })
  await report(fan, { objectId: message, category: 'non-consensual' })
  await report(fan, { objectType: 'performer', objectId: creator.id, category: 'other' })
  const list = async (query: string) =>
    (await atDesk(moderator, `GET /desk/cases${query}`)).body as {
      data: { priority: number; objectType: string }[]
    }
  const priorities = (await list('')).data.map(({ priority }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
  expect((await list('?kind=message&priority=1')).data).toMatchObject([{ objectType: 'message', preview: 'Look' }])
  expect((await list(`?q=${creator.user.username}`)).data).toHaveLength(2)
  expect((await list(`?state=closed&q=${creator.user.username}`)).data).toEqual([])
})
