import { expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '../../../config.ts'
import { sendPush } from './send.ts'
import { startPushService, TestBrowser } from './testing/push-service.ts'

test.each([
  ['production', { kind: 'again', reason: 'localhost is no public address' }, 0],
  ['test', { kind: 'done' }, 1],
] as const)('in %s, an endpoint whose name leads to this machine gives %o', async (environment, expected, calls) => {
  const service = await startPushService()
  // Unlike a bare curve, the library makes keys of full length each time.
  const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:a@b.test' }
  const config = { ...readConfig({}), environment }
  const endpoint = `http://localhost:${new URL(service.url).port}/`
  const message = { payload: '{}', topic: 'a' }
  expect(await sendPush({ vapid, config }, { endpoint, ...new TestBrowser().keys }, message)).toMatchObject(expected)
  expect(service.posted).toHaveLength(calls)
  await service.stop()
})
