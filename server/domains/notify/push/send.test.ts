import { expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '../../../config.ts'
import { sendPush } from './send.ts'
import { startPushService, TestBrowser } from './testing/push-service.ts'

test.each([
  { given: { NODE_ENV: 'production' }, host: 'localhost', expected: { kind: 'gone' }, calls: 0 },
  { given: { HOST: '0.0.0.0' }, host: 'localhost', expected: { kind: 'gone' }, calls: 0 },
  { given: { HOST: '0.0.0.0' }, host: '127.0.0.1', expected: { kind: 'gone' }, calls: 0 },
  { given: {}, host: 'localhost', expected: { kind: 'done' }, calls: 1 },
])('a server with $given answers for an endpoint at $host: $expected', async ({ given, host, expected, calls }) => {
  const service = await startPushService()
  // Unlike a bare curve, the library makes keys of full length each time.
  const pair = { id: 'a-key', ...webPush.generateVAPIDKeys() }
  const vapid = { keys: [pair] as const, publicKey: pair.publicKey, subject: 'mailto:a@b.test' }
  const config = readConfig(given)
  const endpoint = `http://${host}:${new URL(service.url).port}/`
  const message = { payload: '{}', topic: 'a' }
  expect(await sendPush({ vapid, config }, { endpoint, ...new TestBrowser().keys }, message)).toMatchObject(expected)
  expect(service.posted).toHaveLength(calls)
  await service.stop()
})

test.each([401, 403])('a push service that answers %i has not taken the message', async (status) => {
  const service = await startPushService()
  service.answer(status)
  const pair = { id: 'a-key', ...webPush.generateVAPIDKeys() }
  const vapid = { keys: [pair] as const, publicKey: pair.publicKey, subject: 'mailto:a@b.test' }
  const to = { endpoint: `${service.url}/`, ...new TestBrowser().keys }
  expect(await sendPush({ vapid, config: readConfig({}) }, to, { payload: '{}', topic: 'a' })).toEqual({
    ...{ kind: 'again', reason: `status ${status}`, afterMs: null },
  })
  await service.stop()
})
