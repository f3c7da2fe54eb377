import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { backOffMs, deliverDue } from './deliver-due.ts'
import { Mail } from './entity.ts'
import { createMailer } from './mailer.ts'
import type { Mailer } from './mailer.ts'
import { smtpTransport } from './smtp.ts'

let server: TestServer
let elapsedMs = 0
let smtp: SMTPServer
let url = ''
let received: string[] = []
let refuseNext = 0
let arrived: () => void = () => {}

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refuseNext-- > 0) return done(new Error('Mailbox on fire'))
        received.push(Buffer.concat(chunks).toString())
        done()
        arrived()
      })
    },
  })
  const listening = once(smtp.server, 'listening')
  smtp.listen(0, '127.0.0.1')
  await listening
  url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((done) => smtp.close(done))
  await server.stop()
})
beforeEach(() => {
  received = []
  refuseNext = 0
  elapsedMs = 0
})
afterEach(async () => {
  await server.app.orm.em.fork().nativeDelete(Mail, {})
})

const mail = {
  to: 'fan@example.test',
  subject: 'Grüße',
  text: 'Hello,\n\nhttps://vesper.example/auth/verify?token=abc\n',
}

function parts() {
  const { orm, log, clock } = server.app
  return {
    orm,
    log,
    clock,
    wordsOf: server.app.domains.mailWords,
    transport: smtpTransport({ url, from: 'Vesper <no-reply@vesper.example>' }),
  }
}

/** Runs the jobs of a server that sends mails through `transport`. */
async function start(transport = parts().transport): Promise<{ mailer: Mailer; stop: () => Promise<void> }> {
  const mailer = createMailer({ ...parts(), transport })
  const { stop } = await server.app.jobs.run({ ...server.app, mailer })
  return { mailer, stop }
}

function write(mailer: Mailer): Promise<void> {
  return transact(server.app, null, async (tx) => mailer.send(tx, mail))
}

async function onlyMail(): Promise<Mail> {
  const [found, ...more] = await server.app.orm.em.fork().find(Mail, {})
  if (!found || more.length > 0) throw new Error('there is not one mail')
  return found
}

test('a mail goes out by SMTP once its transaction is committed', async () => {
  const { mailer, stop } = await start()
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  await write(mailer)
  await arrival
  await stop()
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: fan@example.test')
  expect(received[0]).toContain('From: Vesper <no-reply@vesper.example>')
  expect(received[0]).toMatch(/auth\/verify\?token=3Dabc|auth\/verify\?token=abc/)
  expect(received[0]).toContain(`Message-ID: <${(await onlyMail()).id}@vesper.example>`)
  expect(await onlyMail()).toMatchObject({ sentAt: expect.any(Date) as unknown, attempts: 1, error: null, text: '' })
})

test('a transaction that is rolled back sends no mail', async () => {
  const { mailer, stop } = await start()
  const failing = transact(server.app, null, async (tx) => {
    mailer.send(tx, mail)
    throw new Error('after all, no')
  })
  await expect(failing).rejects.toThrow('after all, no')
  await stop()
  expect(await deliverDue(parts())).toBeNull()
  expect(received).toEqual([])
})

test('a refused mail is tried again after a growing pause, and sent once', async () => {
  refuseNext = 2
  await write(server.app.mailer)
  const wait = await deliverDue(parts())
  expect(wait).toBeGreaterThan(backOffMs(1) - 5_000)
  expect(await onlyMail()).toMatchObject({
    attempts: 1,
    sentAt: null,
    error: expect.stringContaining('Mailbox on fire') as unknown,
  })
  await deliverDue(parts())
  expect(await onlyMail()).toMatchObject({ attempts: 1 })
  elapsedMs = backOffMs(1) + 1_000
  await deliverDue(parts())
  expect(await onlyMail()).toMatchObject({ attempts: 2, sentAt: null })
  elapsedMs += backOffMs(2) + 1_000
  expect(await deliverDue(parts())).toBeNull()
  expect(await onlyMail()).toMatchObject({ attempts: 3, sentAt: expect.any(Date) as unknown })
  expect(received).toHaveLength(1)
})

test('mail that an earlier run left unsent goes out at the start', async () => {
  await write(server.app.mailer)
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  const { stop } = await start()
  await arrival
  await stop()
  expect(await onlyMail()).toMatchObject({ sentAt: expect.any(Date) as unknown })
})

test('one of several processes delivers each mail', async () => {
  for (let count = 0; count < 12; count++) await write(server.app.mailer)
  await Promise.all([deliverDue(parts()), deliverDue(parts()), deliverDue(parts())])
  expect(received).toHaveLength(12)
})

test('a server that stops in the middle of a batch leaves the rest to the next one at once', async () => {
  for (let count = 0; count < 3; count++) await write(server.app.mailer)
  const stopping = new AbortController()
  const { transport } = parts()
  const stopAfterOne = async (message: Parameters<typeof transport>[0]) => {
    await transport(message)
    stopping.abort()
  }
  await expect(deliverDue({ ...parts(), transport: stopAfterOne, signal: stopping.signal })).rejects.toThrow()
  expect(received).toHaveLength(1)
  expect(await deliverDue(parts())).toBeNull()
  expect(received).toHaveLength(3)
  const mails = await server.app.orm.em.fork().find(Mail, {})
  expect(mails.map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})

test('mail older than a day is left alone', async () => {
  await write(server.app.mailer)
  elapsedMs = 25 * 3_600_000
  expect(await deliverDue(parts())).toBeNull()
  expect(received).toEqual([])
})

test('a mail server that is not there is an error of the mail, not of the request', async () => {
  const { mailer, stop } = await start(smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'a@b.test' }))
  await write(mailer)
  const failed = { sentAt: null, error: expect.stringContaining('ECONNREFUSED') as unknown }
  await vi.waitFor(async () => expect(await onlyMail()).toMatchObject(failed))
  await stop()
})

test.each(['deliverDue', 'removeOld'] as const)('%s forgets the values that an older worker left', async (way) => {
  const template = { key: 'password-reset', values: { name: 'Ada', link: 'https://vesper.example/?token=abc' } }
  await transact(server.app, null, async (tx) => server.app.mailer.send(tx, { ...mail, template }))
  const sentAt = new Date(Date.now() - (way === 'deliverDue' ? 60_000 : 20 * 86_400_000))
  await server.app.orm.em.fork().nativeUpdate(Mail, {}, { sentAt, text: '' })
  expect(await onlyMail()).toMatchObject({ template })
  if (way === 'deliverDue') await deliverDue(parts())
  else await createMailer({ ...parts(), transport: null }).removeOld()
  expect(await onlyMail()).toMatchObject({ template: null, sentAt })
})

test('the values of a mail that waits stay', async () => {
  const template = { key: 'password-reset', values: { name: '', link: 'https://vesper.example/?token=abc' } }
  await transact(server.app, null, async (tx) => server.app.mailer.send(tx, { ...mail, template }))
  await createMailer({ ...parts(), transport: null }).removeOld()
  expect(await onlyMail()).toMatchObject({ template })
})

test('mail of more than a month ago is removed, sent or not', async () => {
  await write(server.app.mailer)
  elapsedMs = 29 * 86_400_000
  const mailer = createMailer({ ...parts(), transport: null })
  await mailer.removeOld()
  expect(await onlyMail()).toMatchObject({ sentAt: null })
  elapsedMs = 31 * 86_400_000
  await mailer.removeOld()
  await expect(onlyMail()).rejects.toThrow('there is not one mail')
})
