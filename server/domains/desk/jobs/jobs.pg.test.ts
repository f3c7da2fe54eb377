import { randomUUID } from 'node:crypto'
import type { DeskJobs } from '@vesper/sync/vesper/api/desk-jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { processFileJob } from '../../../infra/files/processing/process-file-job.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../people/staff/roles.ts'

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startTestServer()
  ada = await makePerson(server, 'ada')
  await transact(server.app, null, (tx) => grantRole(tx, { userId: ada.id, role: 'admin' }))
  await addFactor(server, ada.id)
})
afterAll(() => server.stop())

async function at(target: Parameters<typeof call>[1]) {
  await elevate(server, ada.actor.sessionId)
  return call(server, target, { token: ada.token })
}

const list = async () => (await at('GET /desk/jobs')).body as unknown as DeskJobs

async function enqueueFailed(fileId: string): Promise<string> {
  await transact(server.app, null, (tx) => server.app.jobs.enqueue(tx, processFileJob, { fileId }))
  const [row] = await server.app.orm.em.fork().execute<{ id: string }[]>(
    `update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "The disk is full."}'
     where name = 'files.process' and data->>'fileId' = ? returning id`,
    [fileId],
  )
  return row?.id ?? expect.fail('no job')
}

test('lists all jobs with their failures, and names the things of failed work by their ids alone', async () => {
  const fileId = randomUUID()
  const _id = await enqueueFailed(fileId)
  const { data, total, items } = await list()
  expect(data.map(({ name }) => name).toSorted()).toEqual(server.app.domains.jobs.map(({ name }) => name).toSorted())
  expect(total).toBe(data.length)
  expect(data.find(({ name }) => name === 'files.process')).toMatchObject({
    ...{ everySeconds: null, failed: 1, lastError: 'The disk is full.' },
  })
  expect(data.find(({ name }) => name === 'overview.count-days')).toMatchObject({ everySeconds: 600 })
  expect(items).toEqual([
    {
      ...{ _id, name: 'files.process', state: 'failed', error: 'The disk is full.', attempts: 1 },
      ...{ createdAt: expect.stringContaining('Z') as string, subjects: [{ name: 'fileId', id: fileId }] },
    },
  ])
  await at(`POST /desk/jobs/${_id}/discard`)
})

test('failed work runs again once, and the audit says who asked', async () => {
  const _id = await enqueueFailed(randomUUID())
  const answers = await Promise.all([at(`POST /desk/jobs/${_id}/retry`), at(`POST /desk/jobs/${_id}/retry`)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await list()).items).toMatchObject([{ _id, state: 'retry' }])
  expect((await at(`POST /desk/jobs/${_id}/discard`)).status).toBe(200)
  expect((await list()).items).toEqual([])
  expect((await at(`POST /desk/jobs/${_id}/discard`)).status).toBe(404)
  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: _id }, { orderBy: { seq: 'asc' } })
  expect(entries.map(({ action, before, actorId }) => [action, before, actorId])).toEqual([
    ['job.retry', { job: 'files.process' }, ada.id],
    ['job.discard', { job: 'files.process' }, ada.id],
  ])
})

test('a recurring job runs now; its next run cannot be dropped', async () => {
  expect((await at('POST /desk/jobs/overview.count-days/wake')).status).toBe(200)
  const next = (await list()).data.find(({ name }) => name === 'overview.count-days')
  expect(next).toMatchObject({ queued: 1 })
  expect(Date.parse(next?.nextAt ?? '')).toBeLessThanOrEqual(Date.now())
  const [waiting] = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>(`select id from pgboss.job where name = 'overview.count-days'`)
  for (const action of ['discard', 'retry'])
    expect((await at(`POST /desk/jobs/${waiting?.id ?? ''}/${action}`)).status).toBe(409)
  expect((await at('POST /desk/jobs/files.process/wake')).status).toBe(400)
  expect((await at('POST /desk/jobs/no.such/wake')).status).toBe(404)
  expect(await server.app.orm.em.fork().count(AuditEntry, { action: 'job.wake' })).toBe(1)
})

test('counts the mails that wait, and those that are not tried any more', async () => {
  const em = server.app.orm.em.fork()
  await em.nativeDelete(Mail, {})
  const mail = { to: 'fan@example.test', subject: 'Hello', text: 'Hello' }
  const createdAt = new Date(Date.now() - 3_600_000)
  em.create(Mail, { ...mail, createdAt, attempts: 2, error: 'The server is busy.' })
  em.create(Mail, { ...mail, attempts: 8 })
  em.create(Mail, { ...mail, createdAt: new Date(Date.now() - 25 * 3_600_000) })
  em.create(Mail, { ...mail, sentAt: new Date() })
  await em.flush()
  expect((await list()).mails).toEqual({
    ...{ waiting: 1, givenUp: 2, oldestAt: createdAt.toISOString(), lastError: 'The server is busy.' },
  })
})
