import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { Setting } from '../../site/settings/entity.ts'
import { call, makeAccount, tokenOf } from '../accounts/testing/api.ts'
import { admin } from './admin.ts'
import { ContactMessage } from './entity.ts'

const form = {
  ...{ name: 'Ada', email: 'ada@example.test', subject: 'A question' },
  message: 'How do I change my\naddress?',
}

let server: TestServer
let captcha: Server
let elapsedMs = 0
/** The questions to the captcha server, and its answer; null for none. */
let asked: URLSearchParams[] = []
let answer: object | null = { success: true }

beforeAll(async () => {
  captcha = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(new URLSearchParams(body))
      if (request.url !== '/api/siteverify' || answer === null) return response.writeHead(502).end()
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => captcha.listen(0, '127.0.0.1', resolve))
  const captchaUrl = `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs), config: { captchaUrl } })
})
afterAll(async () => {
  await server.stop()
  captcha.close()
})
beforeEach(() => {
  asked = []
  answer = { success: true }
})
afterEach(async () => {
  // Each test has an hour of its own.
  elapsedMs += 3_700_000
  await em().nativeDelete(Setting, {})
  await em().nativeDelete(ContactMessage, {})
  await em().nativeDelete(Mail, {})
  server.app.settings.forget()
})

describe('the contact form', () => {
  test('keeps the message and has a mail tell of it', async () => {
    await change({ contactAddress: 'owner@example.test' })
    await makeAccount(server, { username: 'contact.fan' })
    const token = await tokenOf(server, 'contact.fan')
    expect((await send({}, token)).body).toEqual({ success: true })
    const [message] = await em().find(ContactMessage, {})
    expect(message).toMatchObject({ ...form, state: 'open' })
    expect(message?.userId).not.toBeNull()
    expect(message?.ipHash).not.toContain('127.0.0.1')
    const [mail] = await em().find(Mail, { to: 'owner@example.test' })
    expect(mail?.subject).toBe('Contact: A question')
    expect(mail?.text).toContain('From: Ada <ada@example.test>')
    expect(mail?.text).toContain('How do I change my\naddress?')
  })

  test('keeps the message where nobody is named to get the mail', async () => {
    expect((await send()).status).toBe(200)
    expect([await em().count(ContactMessage), await em().count(Mail)]).toEqual([1, 0])
  })

  test('takes a message that is sent again once', async () => {
    const _id = v7()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ _id })))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
    expect(await em().count(ContactMessage)).toBe(1)
  })

  test('takes five messages of an address in an hour, also of those that come at a time', async () => {
    const statuses = (await Promise.all(Array.from({ length: 9 }, () => send()))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(5).fill(200), ...Array<number>(4).fill(429)])
    const refused = await send()
    expect(refused.status).toBe(429)
    elapsedMs += 3_600_001
    expect((await send()).status).toBe(200)
  })

  test.each([
    ['subject', 'Hello\r\nBcc: everybody@example.test'],
    ['subject', 'Hello\u2028Bcc: everybody@example.test'],
    ['subject', '\u202egnitirw'],
    ['subject', '\u200b\u200b'],
    ['subject', 'x'.repeat(121)],
    ['name', 'Ada\nReply-To: thief@example.test'],
    ['email', 'ada@example.test\r\nBcc: everybody@example.test'],
    ['email', 'ada@example.test, everybody@example.test'],
    ['message', 'too short'],
    ['message', `short${'\u202e\u0007'.repeat(10)}`],
    ['message', '\u200b'.repeat(20)],
    ['message', 'x'.repeat(5_001)],
  ])('refuses a %s such as %j', async (path, value) => {
    expect(await send({ [path]: value })).toMatchObject({ status: 400, body: { details: [{ path }] } })
    expect(await em().count(ContactMessage)).toBe(0)
  })

  test('takes markup as text', async () => {
    const message = '<script>alert(1)</script> and more'
    await send({ message })
    expect((await em().findOneOrFail(ContactMessage, { state: 'open' })).message).toBe(message)
  })

  test('keeps no characters of a message that turn or hide what follows', async () => {
    await change({ contactAddress: 'owner@example.test' })
    await send({ message: 'Pay \u202eereht\u2066 here\u001b[2J\u0007\r\n\r\n\r\n\u2028\tThanks' })
    const { message } = await em().findOneOrFail(ContactMessage, { state: 'open' })
    expect(message).toBe('Pay ereht here[2J\n\n Thanks')
    const mail = await em().findOneOrFail(Mail, { to: 'owner@example.test' })
    expect(mail.text).toBe(`From: Ada <ada@example.test>\n\n${message}\n`)
  })

  test('is read and answered by the operator, whose decision is noted', async () => {
    await send({ name: 'Ada', subject: 'One  line', message: 'First line\n2026-01-01 another message' })
    const { id } = await em().findOneOrFail(ContactMessage, { state: 'open' })
    const run = async (...args: string[]) => {
      const lines: string[] = []
      await admin['contact']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
      return lines
    }
    const listed = await run()
    expect(listed[0]).toContain(`${id}  Ada <ada@example.test>`)
    expect(listed[1]).toBe('    One line: First line 2026-01-01 another message')
    expect(listed.at(-1)).toBe('1 open message')
    await run('answered', id)
    await run('answered', id)
    expect(await run()).toEqual(['0 open messages'])
    expect(await em().find(AuditEntry, { subjectId: id })).toMatchObject([{ action: 'contact.answered' }])
    await expect(run('answered', v7())).rejects.toThrow('There is no such message.')
    await expect(run('close', id)).rejects.toThrow('Name a message')
  })
})

describe('the check that somebody is a person', () => {
  const isOn = { enableGoogleReCaptcha: true, googleReCaptchaSecretKey: 'the secret' }

  test('is asked for by contact and registration where it is on, and each asks the captcha server once', async () => {
    const fan = { email: 'new@example.test', username: 'new.fan', name: 'New', password: 'a good long password' }
    await change(isOn)
    expect(await send()).toMatchObject({ status: 400, body: { details: [{ path: 'captchaToken' }] } })
    expect((await register(fan)).status).toBe(400)
    expect(asked).toEqual([])
    expect((await send({ captchaToken: 'a token' })).status).toBe(200)
    expect((await register({ ...fan, captchaToken: 'another' })).status).toBe(201)
    expect(asked.map((fields) => Object.fromEntries(fields))).toEqual([
      { secret: 'the secret', response: 'a token', remoteip: '127.0.0.1' },
      { secret: 'the secret', response: 'another', remoteip: '127.0.0.1' },
    ])
  })

  test('lets nobody through with a token that the captcha server refuses', async () => {
    await change(isOn)
    answer = { success: false, 'error-codes': ['timeout-or-duplicate'] }
    expect((await send({ captchaToken: 'used' })).status).toBe(400)
    expect((await verify()).status).toBe(400)
    expect(await em().count(ContactMessage)).toBe(0)
  })

  test.each([null, { unheard: 'of' }, { success: false, 'error-codes': ['invalid-input-secret'] }])(
    'says that it gives no answer when the captcha server answers %j',
    async (given) => {
      await change(isOn)
      answer = given
      expect((await verify()).status).toBe(503)
      expect((await send({ captchaToken: 'a token' })).status).toBe(503)
      expect(await em().count(ContactMessage)).toBe(0)
    },
  )

  test('is not made where it is off', async () => {
    expect((await verify()).body).toEqual({ success: true })
    expect(asked).toEqual([])
  })

  test('opens the content policy to its own address while it is on, and to no other', async () => {
    const policy = async () => (await fetch(`${server.url}/health`)).headers.get('content-security-policy') ?? ''
    await server.app.settings.read()
    expect(await policy()).toContain("script-src 'self';")
    await change(isOn)
    await server.app.settings.read()
    expect(await policy()).toContain(`script-src 'self' ${server.app.config.captchaUrl}/;`)
    expect(await policy()).toContain(`frame-src ${server.app.config.captchaUrl}/;`)
  })
})

function em() {
  return server.app.orm.em.fork()
}

function send(more: object = {}, token?: string) {
  return call(server, 'POST /contact', { token, body: { ...form, ...more } })
}

function register(body: object) {
  return call(server, 'POST /auth/users/register', { body })
}

function verify() {
  return call(server, 'POST /re-captcha/verify', { body: { token: 'a token' } })
}

function change(changes: Parameters<typeof changeSettings>[1]): Promise<void> {
  return transact(server.app, null, (tx) => changeSettings(tx, changes))
}
