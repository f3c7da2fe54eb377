import { randomUUID } from 'node:crypto'
import type { DeskMail, DeskMailHead } from '@vesper/sync/vesper/api/desk-mails.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry, AuditText } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { deliverDue } from '../../../../infra/mail/deliver-due.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import type { MailTransport } from '../../../../infra/mail/smtp.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { newDeviceMail } from '../../../people/accounts/email/new-device-mail.ts'
import { call, makeAccount } from '../../../people/accounts/testing/api.ts'
import { updatePreferences } from '../../../people/preferences/commands.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { MailTemplate } from '../entity.ts'

let server: TestServer
let sam: Person
let tom: Person
let mod: Person
let sent: Parameters<MailTransport>[0][]

beforeAll(async () => {
  server = await startTestServer()
  ;[sam, tom, mod] = [
    await makeStaff(server, 'admin'),
    await makeStaff(server, 'admin'),
    await makeStaff(server, 'moderator'),
  ]
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.app.orm.em.fork().nativeDelete(MailTemplate, {})
  await server.app.orm.em.fork().nativeDelete(Mail, {})
  sent = []
})

const at = (target: Parameters<typeof atDesk>[1], body?: unknown, by = sam) => atDesk({ server, by }, target, body)
const read = async (key = 'password-reset') => (await at(`GET /desk/mails/${key}`)).body as unknown as DeskMail
const put = (words: object = {}, { by = sam, at: place = 'password-reset/en' } = {}) =>
  at(`PUT /desk/mails/${place}`, { version: 0, subject: 'New password', text: 'Go: {link}', ...words }, by)

/** Delivers what waits, as the job does. */
async function deliver(transport: MailTransport = async (mail) => void sent.push(mail)): Promise<void> {
  const { orm, log, clock, domains } = server.app
  await deliverDue({ orm, log, clock, transport, wordsOf: domains.mailWords })
}

let count = 0
/** The mail that an account gets which has forgotten its password. */
async function reset({ language, name }: { language?: 'en' | 'ar'; name?: string } = {}) {
  const username = `forgetful.${(count += 1)}`
  const { id } = await makeAccount(server, { username, ...(name !== undefined && { name }) })
  const actor = { userId: id, sessionId: randomUUID(), isPerformer: false }
  if (language) await transact(server.app, actor, (tx) => updatePreferences(tx, { changes: { language } }))
  const email = `${username}@example.test`
  await call(server, 'POST /auth/users/forgot', { body: { email } })
  return email
}

const mailTo = (email: string) => sent.find(({ to }) => to === email)
const LINK = /http:\/\/[^\s]+\/auth\/reset\?token=[\w-]{43}/

test('lists each mail, and tells in which languages the words are the operator’s', async () => {
  expect((await put({}, { at: 'password-reset/ar' })).status).toBe(200)
  const { data, total } = (await at('GET /desk/mails')).body as unknown as { data: DeskMailHead[]; total: number }
  expect(data).toHaveLength(total)
  expect(data.filter(({ own }) => own.en !== null || own.ar !== null)).toEqual([
    { _id: 'password-reset', whyNot: null, own: { en: null, ar: expect.any(String) as unknown } },
  ])
})

test('a delivered mail and the mailbox page have the operator’s words, also of a mail that waited', async () => {
  const email = await reset()
  expect((await put({ text: 'Dear {name},\n\n{link}' })).status).toBe(200)
  const page = await (await fetch(`${server.url}/mailbox?to=${email}`)).text()
  expect(page).toContain('<h2>New password</h2>')
  expect(page).toMatch(/<pre>Dear,\n/)
  await deliver()
  expect(mailTo(email)).toMatchObject({ subject: 'New password', text: expect.stringMatching(LINK) as unknown })
  expect(mailTo(email)?.text).toMatch(/^Dear,/)
})

test('the link is kept nowhere once the mail is sent', async () => {
  await put()
  const email = await reset()
  await deliver()
  expect(mailTo(email)?.text).toMatch(LINK)
  const [row] = await server.app.orm.em
    .fork()
    .execute('select mail::text as all, template from mail where "to" = ?', [email])
  expect(row).toMatchObject({ template: null, all: expect.not.stringContaining('token') as unknown })
  expect(row).toMatchObject({ all: expect.stringContaining('New password') as unknown })
})

test('a mail that could not be sent takes the words of its next attempt', async () => {
  await put()
  const email = await reset()
  await deliver(async () => {
    throw new Error('Mailbox on fire')
  })
  await put({ version: 1, subject: 'Second words' })
  await server.app.orm.em.fork().nativeUpdate(Mail, {}, { nextAttemptAt: new Date(0) })
  await deliver()
  expect(mailTo(email)?.subject).toBe('Second words')
})

test('the receiver’s language decides; English stands in, and the default where nobody wrote', async () => {
  await put({ subject: 'English' })
  await put({ subject: 'عربي', text: 'مرحبًا {name}، {link}' }, { at: 'password-reset/ar' })
  const [one, two, three] = [await reset({ language: 'ar' }), await reset({ language: 'en' }), await reset()]
  await deliver()
  expect([one, two, three].map((email) => mailTo(email)?.subject)).toEqual(['عربي', 'English', 'English'])
  await at('POST /desk/mails/password-reset/ar/restore', { version: 1 })
  const four = await reset({ language: 'ar' })
  await deliver()
  expect(mailTo(four)?.subject).toBe('English')
  await at('POST /desk/mails/password-reset/en/restore', { version: 1 })
  const five = await reset({ language: 'ar' })
  await deliver()
  expect(mailTo(five)?.subject).toBe('Choose a new password')
})

test('values are in the language of the words around them', async () => {
  const text = '{device} / {country} / {notMe}'
  for (const language of ['en', 'ar']) await put({ subject: language, text }, { at: `new-device/${language}` })
  const [one, two] = [await reset({ language: 'ar' }), await reset()]
  await server.app.orm.em.fork().nativeDelete(Mail, {})
  const login = { userAgent: 'strange', country: 'SE', at: new Date(), link: 'https://vesper.example/x' }
  await transact(server.app, null, async (tx) => {
    for (const email of [one, two]) server.app.mailer.send(tx, newDeviceMail({ email, name: 'Ada' }, login))
  })
  await deliver()
  expect(mailTo(one)?.text).toMatch(/^جهاز غير معروف \/ السويد \/ [^a-z]+https:\/\/vesper\.example\/x\n$/)
  expect(mailTo(two)?.text).toMatch(/^Unknown device \/ Sweden \/ This was not me: [^]+https:\/\/vesper\.example\/x\n$/)
})

test('words that no longer fit the mail are left aside', async () => {
  const row = { key: 'password-reset', language: 'en' as const, updatedAt: new Date(), subject: 'Old', version: 1 }
  for (const text of ['No link', '{link} {gone}']) {
    await server.app.orm.em.fork().nativeDelete(MailTemplate, {})
    await server.app.orm.em.fork().insert(MailTemplate, { ...row, text })
    const email = await reset()
    await deliver()
    expect(mailTo(email)).toMatchObject({
      subject: 'Choose a new password',
      text: expect.stringMatching(LINK) as unknown,
    })
  }
})

test('a name is put in as it is', async () => {
  await put({ subject: 'For {name}', text: '{name}: {link}' })
  const email = await reset({ name: 'Ada {link} <b> $&' })
  await deliver()
  expect(mailTo(email)?.subject).toBe('For Ada {link} <b> $&')
  expect(mailTo(email)?.text).toMatch(/^Ada \{link\} <b> \$&: http/)
})

test.for([
  [{ text: 'No link' }, 'text', 'Keep {link} in the text.'],
  [{ text: '{link} {nothing}' }, 'text', 'This mail has no placeholder {nothing}.'],
  [{ text: 'https://evil.example/r?to={link}' }, 'text', 'Put a space before and after {link}'],
  [{ text: '{link}\n\nhttps://evil.example' }, 'text', 'Take out each address'],
  [{ subject: 'evil.example' }, 'subject', 'Take out each address'],
  [{ subject: 'Go {link}' }, 'subject', 'Put {link} into the text, not into the subject.'],
  [{ subject: 'a\r\nBcc: b@c.test' }, 'subject', 'A subject is one line.'],
  [{ subject: '\u200b' }, 'subject', 'Give a subject.'],
  [{ subject: 'a'.repeat(121) }, 'subject', 'The subject has at most 120 characters.'],
  [{ text: `{link}${'a'.repeat(5000)}` }, 'text', 'The text has at most 5,000 characters.'],
] as const)('refuses %j', async ([wrong, path, message]) => {
  const { status, body } = await put(wrong)
  expect(status).toBe(400)
  expect(body['details']).toMatchObject([{ path, message: expect.stringContaining(message) as unknown }])
  expect((await read()).languages.en).toMatchObject({ isOwn: false, version: 0 })
})

test('two people save at once, and one of them learns of the other', async () => {
  for (let n = 0; n < 6; n += 1) {
    const { version } = (await read()).languages.en
    const answers = await Promise.all([
      put({ version, subject: `One ${n}` }),
      put({ version, subject: `Two ${n}` }, { by: tom }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'Another person has changed this mail. Look again.',
      details: [{ path: 'version', message: String(version + 1) }],
    })
  }
})

test('the default comes back, and words saved since are not lost to an older screen', async () => {
  expect((await put()).status).toBe(200)
  expect((await put({ version: 99 })).status).toBe(200)
  for (const status of [200, 200])
    expect((await at('POST /desk/mails/password-reset/en/restore', { version: 1 })).status).toBe(status)
  const { languages, default: standing } = await read()
  expect(languages.en).toEqual({ ...standing, isOwn: false, version: 2 })
  expect((await put({ version: 2, subject: 'Again' })).status).toBe(200)
  expect((await put({ version: 1, subject: 'Late' })).status).toBe(409)
  const entries = await server.app.orm.em
    .fork()
    .find(AuditEntry, { subjectId: 'password-reset.en', actorId: sam.id }, { orderBy: { seq: 'desc' }, limit: 3 })
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['mail.save', 3],
    ['mail.restore', 2],
    ['mail.save', 1],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/New password|Go:/)
  const words = await server.app.orm.em.fork().find(AuditText, { entryId: entries.map(({ id }) => id) })
  expect(words.map(({ text }) => text).toSorted()).toEqual(['Again\n\nGo: {link}', 'New password\n\nGo: {link}'])
})

test('a test goes to the own address alone, once, and changes nothing', async () => {
  const body = { _id: randomUUID(), subject: 'Look, {name}', text: 'Go: {link}' }
  for (let n = 0; n < 2; n += 1) expect((await at('POST /desk/mails/password-reset/en/test', body)).status).toBe(200)
  await deliver()
  expect(sent).toMatchObject([
    {
      ...{ to: sam.user.email, subject: 'Test: Look, Ada' },
      text: `Go: ${server.app.config.publicUrl}/auth/reset?token=example\n`,
    },
  ])
  expect((await read()).languages.en.isOwn).toBe(false)
  expect((await at('POST /desk/mails/password-reset/en/test', { ...body, text: 'No link' })).status).toBe(400)
})

test('tests are limited for each person', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const by = await makeStaff(limited, 'admin')
    const words = { subject: 'S', text: '{link}' }
    const answers = []
    for (let n = 0; n < 21; n += 1)
      answers.push(
        await atDesk({ server: limited, by }, 'POST /desk/mails/password-reset/en/test', {
          _id: randomUUID(),
          ...words,
        }),
      )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([429])
  } finally {
    await limited.stop()
  }
})

test('a moderator has no part in mails, and an unknown mail has no words', async () => {
  expect((await put({}, { by: mod })).status).toBe(404)
  expect((await at('GET /desk/mails', undefined, mod)).status).toBe(404)
  expect((await put({}, { at: 'no-such/en' })).status).toBe(400)
  expect((await put({}, { at: 'password-reset/sv' })).status).toBe(400)
})
