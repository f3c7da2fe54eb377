import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { alarm } from './alarm-job.ts'
import { Case } from './entity.ts'
import { joinReports } from './join-reports-job.ts'
import { Report } from './reports/entity.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

const MINUTE_MS = 60_000

let server: TestServer
let atDesk: ReturnType<typeof deskOf>
let staff: Record<'ada' | 'ben' | 'support', Person>
let elapsedMs = 0
let count = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  atDesk = deskOf(server)
  staff = {
    ada: await makeStaff(server, 'alarm.ada', 'admin'),
    ben: await makeStaff(server, 'alarm.ben', 'moderator'),
    support: await makeStaff(server, 'alarm.support', 'support'),
  }
})
afterAll(() => server.stop())

const em = (): EntityManager => server.app.orm.em.fork()

async function reported(category: string, by?: Person): Promise<Case> {
  count += 1
  const fan = by ?? (await makePerson(server, `alarm.fan.${count}`))
  const creator = await makePerson(server, `alarm.creator.${count}`, true)
  const { id: objectId } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const body = { objectType: 'gallery', objectId, category }
  expect((await call(server, 'POST /reports', { token: fan.token, body })).status).toBe(200)
  return em().findOneOrFail(Case, { objectId })
}

const mailsTo = async (who: Person, { id }: Case) => {
  const mails = await em().find(Mail, { to: who.user.email ?? '', subject: 'Urgent cases wait' })
  return mails.filter(({ text }) => text.includes(`/desk/cases/${id}`)).length
}

test('staff who may decide hear of an urgent case every 15 minutes until it is claimed', async () => {
  const { ada, ben, support } = staff
  const urgent = await reported('minor')
  const other = await reported('spam')
  const after = async (minutes: number) => {
    elapsedMs += minutes * MINUTE_MS
    await alarm(server.app)
    return Promise.all([ada, ben, support].map((who) => mailsTo(who, urgent)))
  }
  expect(await after(0)).toEqual([1, 1, 0])
  expect(await after(14)).toEqual([1, 1, 0])
  expect(await after(1)).toEqual([2, 2, 0])
  expect((await atDesk(ben, `POST /desk/cases/${urgent.id}/claim`)).status).toBe(200)
  expect(await after(14)).toEqual([2, 2, 0])
  // The claim lapses after 15 minutes without work.
  expect(await after(2)).toEqual([3, 3, 0])
  expect(
    (await atDesk(ben, `POST /desk/cases/${urgent.id}/decide`, decision({ kind: 'none', version: 0 }))).status,
  ).toBe(200)
  expect(await after(60)).toEqual([3, 3, 0])
  expect(await mailsTo(ada, other)).toBe(0)
})

test('a person who has reported the case cannot decide it, and gets no mail', async () => {
  const { ada, ben } = staff
  const urgent = await reported('minor', ben)
  await alarm(server.app)
  expect([await mailsTo(ada, urgent), await mailsTo(ben, urgent)]).toEqual([1, 0])
})

test('a report that an older server wrote joins the case of its thing', async () => {
  const first = await reported('spam')
  const creator = await makePerson(server, 'alarm.late', true)
  const { id: objectId } = await makeAsset(server, creator.id, { kind: 'gallery' })
  const fan = await makePerson(server, 'alarm.old')
  const old = async (thing: { objectId: string; targetUserId: string }, text: string) => {
    const report = { objectType: 'gallery', category: 'illegal', text, reporterId: fan.id, ...thing } as const
    const snapshot = { text: 'The gallery as it was' }
    const whole = { ...report, snapshot, caseId: null, reporterEmail: null, id: crypto.randomUUID(), decision: null }
    const forked = em()
    forked.create(Report, whole)
    await forked.flush()
    return whole.id
  }
  const ids = [await old(first, 'One'), await old({ objectId, targetUserId: creator.id }, 'Two')]
  expect(await joinReports(server.app)).toBe(2)
  expect(await joinReports(server.app)).toBe(0)
  const [joined, opened] = await Promise.all(ids.map((id) => em().findOneOrFail(Report, { id })))
  expect(joined?.caseId).toBe(first.id)
  const own = await em().findOneOrFail(Case, { objectId })
  expect([opened?.caseId, own.state, own.priority]).toEqual([own.id, 'open', 2])
  const { body } = await atDesk(staff.ada, `GET /desk/cases/${own.id}`)
  expect(body['evidence']).toMatchObject([{ text: 'The gallery as it was' }])
})
