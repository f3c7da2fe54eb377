import { afterAll, beforeAll, expect, test } from 'vitest'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { alarm } from './alarm-job.ts'
import { Case, Decision } from './entity.ts'
import { misuseJob } from './misuse-job.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

const DAY_MS = 86_400_000

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let ada: Person
let ben: Person
let creator: Person
let elapsedMs = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  ada = await makeStaff(server, 'misuse.ada', 'admin')
  ben = await makeStaff(server, 'misuse.ben', 'moderator')
  creator = await makePerson(server, 'misuse.creator', true)
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

async function report({ token }: Person, category = 'spam'): Promise<Case> {
  const { id: objectId } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId, category }
  expect((await call(server, 'POST /reports', { token, body })).status).toBe(200)
  return em().findOneOrFail(Case, { objectId })
}

/** A report that staff find manifestly unfounded. */
async function unfounded(fan: Person, isUnfounded = true): Promise<void> {
  const { id } = await report(fan)
  elapsedMs += 1_000
  const body = decision({ kind: 'none', version: 0, isUnfounded })
  expect((await atDesk(ada, `POST /desk/cases/${id}/decide`, body)).status).toBe(200)
  await misuseJob.run(server.app, { reporterId: fan.id }, new AbortController().signal)
  elapsedMs += 1_000
}

const decisionsOn = ({ id }: Person) =>
  em().find(Decision, { targetUserId: id }, { orderBy: { createdAt: 'asc', id: 'asc' } })

test('five unfounded reports, after a warning, bring the reports of a person to the end of the queue', async () => {
  const fan = await makePerson(server, 'misuse.fan')
  await unfounded(fan, false)
  for (let n = 0; n < 2; n += 1) await unfounded(fan)
  expect(await decisionsOn(fan)).toEqual([])
  await unfounded(fan)
  expect(await decisionsOn(fan)).toMatchObject([{ kind: 'warn', automated: 'decision', actorId: null }])
  await unfounded(fan)
  expect((await decisionsOn(fan)).length).toBe(1)
  expect((await report(fan, 'minor')).priority).toBe(0)
  await unfounded(fan)
  const [, last] = await decisionsOn(fan)
  expect(last).toMatchObject({ kind: 'restrict', restrict: 'report' })
  const late = await report(fan)
  const [usual] = [await report(await makePerson(server, 'misuse.other'))]
  expect([late.priority, usual?.priority]).toEqual([3, 3])
  expect(late.dueAt > (usual?.dueAt ?? late.dueAt)).toBe(true)
  // Harm to a person is never put off.
  const [minor, intimate] = [await report(fan, 'minor'), await report(fan, 'non-consensual')]
  expect([minor.priority, intimate.priority]).toEqual([0, 1])
  for (const { dueAt } of [minor, intimate])
    expect(dueAt.getTime() - Date.now() - elapsedMs).toBeLessThanOrEqual(DAY_MS)
  expect(await alarm(server.app), 'staff hear of it').toBeGreaterThan(0)
  expect((await em().findOneOrFail(Case, { id: minor.id })).alarmedAt).not.toBeNull()
  const mails = await em().find(Mail, { to: fan.user.email ?? '', subject: 'A decision about your account or content' })
  expect(mails.at(-1)?.text).toContain('Your reports wait until all others are answered until')
  // Nothing twice, however often one is counted.
  await misuseJob.run(server.app, { reporterId: fan.id }, new AbortController().signal)
  expect((await decisionsOn(fan)).length).toBe(2)
  const { token } = fan
  const { body } = await call(server, `GET /decisions/${last?.id ?? ''}`, { token })
  expect(body).toMatchObject({ side: 'author', restrict: 'report', automated: 'decision' })
  const appeal = { _id: crypto.randomUUID(), text: 'They were true.' }
  expect((await call(server, `POST /decisions/${last?.id ?? ''}/appeal`, { token, body: appeal })).status).toBeLessThan(
    300,
  )
  const answer = { _id: crypto.randomUUID(), outcome: 'reversed', answer: 'You are right.' }
  expect((await atDesk(ben, `POST /desk/appeals/${appeal._id}/decide`, answer)).status).toBe(200)
  expect((await report(fan, 'illegal')).priority).toBe(2)
})

test('five unfounded reports that nobody was warned about lead to the warning alone', async () => {
  const fan = await makePerson(server, 'misuse.many')
  for (let n = 0; n < 5; n += 1) {
    const { id } = await report(fan)
    const body = decision({ kind: 'none', version: 0, isUnfounded: true })
    expect((await atDesk(ada, `POST /desk/cases/${id}/decide`, body)).status).toBe(200)
  }
  for (let n = 0; n < 3; n += 1) await misuseJob.run(server.app, { reporterId: fan.id }, new AbortController().signal)
  expect(await decisionsOn(fan)).toMatchObject([{ kind: 'warn' }])
})

test('unfounded reports of a long time count for nothing', async () => {
  const fan = await makePerson(server, 'misuse.slow')
  for (let n = 0; n < 2; n += 1) await unfounded(fan)
  elapsedMs += 31 * DAY_MS
  ada = await signIn(server, ada.user)
  const later = await signIn(server, fan.user)
  for (let n = 0; n < 2; n += 1) await unfounded(later)
  expect(await decisionsOn(fan)).toEqual([])
})
