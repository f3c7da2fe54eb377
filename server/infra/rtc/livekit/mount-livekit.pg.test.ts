import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { startTestServer } from '../../../testing/server.ts'
import { livekitKeys, signWebhook, startFakeLivekit } from '../testing/fake-livekit.ts'

const fake = await startFakeLivekit()
const rtc = { ...readConfig({ NODE_ENV: 'test' }).rtc, livekit: { url: fake.url, ...livekitKeys } }
const server = await startTestServer({ config: { rtc } })
afterAll(async () => {
  await server.stop()
  fake.stop()
})

const post = (body: string, authorization: string, at = server.url) =>
  fetch(`${at}/api/livekit/webhook`, {
    ...{ method: 'POST', body },
    headers: { authorization, 'content-type': 'application/webhook+json' },
  })

test('a site with LiveKit takes its signed events, and pages may connect to it', async () => {
  await server.app.rtc.open('room', { record: false, maxViewers: 5 })
  await server.app.rtc.room('room')
  const asked = fake.count('ListParticipants')
  const { body, authorization } = await signWebhook({ event: 'participant_joined', room: { name: 'room' } })
  expect((await post(body, authorization)).status).toBe(200)
  await server.app.rtc.room('room')
  expect(fake.count('ListParticipants')).toBe(asked + 1)
  expect((await post(`${body} `, authorization)).status).toBe(400)
  expect((await post(body, 'forged')).status).toBe(400)
  expect((await post('x'.repeat(257 * 1024), authorization)).status).toBe(413)
  const policy = (await fetch(`${server.url}/health`)).headers.get('content-security-policy') ?? ''
  const sources = /connect-src ([^;]+)/.exec(policy)?.[1]?.split(' ')
  expect(sources).toEqual(expect.arrayContaining(["'self'", fake.url, fake.url.replace('ws:', 'http:')]))
})

test('a site without LiveKit has neither, and lets pages use camera and microphone', async () => {
  const plain = await startTestServer()
  const { body, authorization } = await signWebhook({ event: 'participant_joined', room: { name: 'room' } })
  expect((await post(body, authorization, plain.url)).status).toBe(404)
  const { headers } = await fetch(`${plain.url}/health`)
  expect(headers.get('content-security-policy')).not.toContain(fake.url)
  expect(headers.get('permissions-policy')).toMatch(/camera=\(self\), microphone=\(self\)/)
  expect([plain.app.rtc.name, server.app.rtc.name]).toEqual(['embedded', 'livekit'])
  await plain.stop()
})
