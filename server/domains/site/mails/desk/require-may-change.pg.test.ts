import { randomUUID } from 'node:crypto'
import { ACCOUNT_MAIL_KEYS } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { DeskMail, DeskMailHead } from '@vesper/sync/vesper/api/desk-mails.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { MailTemplate } from '../entity.ts'

let server: TestServer
let sam: Person
let sue: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[sam, sue] = [await makeStaff(server, 'admin'), await makeStaff(server, 'support')]
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.app.orm.em.fork().nativeDelete(MailTemplate, {})
  await server.app.orm.em.fork().nativeDelete(Mail, {})
})

const at = (target: Parameters<typeof atDesk>[1], body?: unknown, by = sam) => atDesk({ server, by }, target, body)
const read = async (key: string) => (await at(`GET /desk/mails/${key}`)).body as unknown as DeskMail
const put = (words: object = {}, { by = sam, at: place = 'password-reset/en' } = {}) =>
  at(`PUT /desk/mails/${place}`, { version: 0, subject: 'New password', text: 'Go: {link}', ...words }, by)

const ONLY_ADMINS = 'Only admins change this mail, since it protects accounts.'

test.for(ACCOUNT_MAIL_KEYS)('support reads %s and changes nothing of it', async (key) => {
  const before = await read(key)
  expect(before.whyNot).toBeNull()
  const words = before.default
  const refusal = { status: 403, body: { message: ONLY_ADMINS } }
  expect(await put({ ...words, subject: 'Mine' }, { by: sue, at: `${key}/en` })).toMatchObject(refusal)
  expect((await put({ ...words, subject: 'Theirs' }, { at: `${key}/en` })).status).toBe(200)
  expect(await at(`POST /desk/mails/${key}/en/restore`, { version: 1 }, sue)).toMatchObject(refusal)
  expect(await at(`POST /desk/mails/${key}/en/test`, { _id: randomUUID(), ...words }, sue)).toMatchObject(refusal)
  expect((await at(`GET /desk/mails/${key}`, undefined, sue)).body).toMatchObject({
    whyNot: ONLY_ADMINS,
    languages: { en: { subject: 'Theirs', version: 1 } },
  })
  expect(await server.app.orm.em.fork().count(Mail, {})).toBe(0)
})

test('support changes the other mails, and sees in the list which ones', async () => {
  const { data } = (await at('GET /desk/mails', undefined, sue)).body as unknown as { data: DeskMailHead[] }
  expect(data.flatMap(({ _id, whyNot }) => (whyNot === ONLY_ADMINS ? [_id] : []))).toEqual(ACCOUNT_MAIL_KEYS)
  const place = 'creator-approved/en'
  expect((await put({}, { by: sue, at: place })).status).toBe(200)
  const tried = await server.app.orm.em.fork().count(AuditEntry, { action: 'desk.refused', actorId: sue.id })
  await put({}, { by: sue })
  expect(await server.app.orm.em.fork().count(AuditEntry, { action: 'desk.refused', actorId: sue.id })).toBe(tried + 1)
})

test('an admin steps up anew for a mail of accounts alone', async () => {
  await at('GET /desk/mails')
  await server.app.orm.em
    .fork()
    .execute(`update session set elevated_until = elevated_until - interval '6 minutes' where id = ?`, [
      sam.actor.sessionId,
    ])
  const ask = (target: Parameters<typeof call>[1], body: object) => call(server, target, { token: sam.token, body })
  const words = { version: 0, subject: 'S', text: 'Go: {link}' }
  const refusal = { status: 403, body: { details: [{ path: 'stepUp' }] } }
  expect(await ask('PUT /desk/mails/password-reset/en', words)).toMatchObject(refusal)
  expect(await ask('POST /desk/mails/password-reset/en/restore', { version: 0 })).toMatchObject(refusal)
  expect((await ask('PUT /desk/mails/creator-approved/en', words)).status).toBe(200)
  expect((await put()).status).toBe(200)
})
