// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../session/current-scope.ts'
import { loadSettingsFx } from '../settings/model.ts'
import { readPush, removePush } from './push-record.ts'
import type { PushWords } from './push-record.ts'
import { choosePushKinds, dropPush, readPushState, renewPush, turnOffPush, turnOnPush } from './push.ts'

const words = { locale: 'en', direction: 'ltr', texts: {} } as unknown as PushWords
const id = '0197f2a0-0000-7000-8000-000000000003'

/** A browser's push service, as far as a page sees it. */
let permission: NotificationPermission
let answer: NotificationPermission
let subscription: { endpoint: string; key: string } | null
let isOnline: boolean
let calls: { method: string; path: string; body: { endpoint: string; kinds: string[] } | null }[]
let made: number
/** Comes before the server's answer. */
let answerOf: () => Promise<void> | undefined

vi.mock('../api/api.ts', () => ({
  callApi: async (call: { method: string; path: string; body: (typeof calls)[number]['body'] }) => {
    await answerOf()
    if (!isOnline) throw new TypeError('Failed to fetch')
    calls.push(call)
    return { _id: id }
  },
}))

beforeEach(async () => {
  ;[permission, answer, subscription, isOnline, calls, made] = ['default', 'granted', null, true, [], 0]
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = answer),
  })
  const pushManager = {
    getSubscription: async () => subscription && browserSubscription(subscription),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!isOnline) throw new DOMException('no push service', 'AbortError')
      subscription = { endpoint: `https://push.test/${(made += 1)}`, key: applicationServerKey }
      return browserSubscription(subscription)
    },
  }
  vi.stubGlobal('navigator', {
    ...{ userAgent: 'Linux', maxTouchPoints: 0, onLine: true, languages: ['en'] },
    serviceWorker: { getRegistration: async () => ({ pushManager, getNotifications: async () => [] }) },
  })
  answerOf = () => undefined
  await removePush()
  await signIn('me')
})
afterEach(() => vi.unstubAllGlobals())

function browserSubscription({ endpoint, key }: { endpoint: string; key: string }) {
  return {
    options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => ((subscription = null), true),
  }
}

async function signIn(account: string, key = 'AAAA'): Promise<void> {
  beginScope({ state: 'signed-in', token: `token-${account}`, remember: true, user: { _id: account } as Profile })
  loadSettingsFx.use(async () => ({ vapidPublicKey: key }) as PublicSettings)
  await allSettled(loadSettingsFx, { scope: currentScope() })
}

test('turning on asks for permission, subscribes to the key of the server, and tells the server of all kinds', async () => {
  expect(await readPushState()).toEqual({ state: 'off' })
  expect(await turnOnPush(words)).toEqual({ state: 'on', kinds: PUSH_KINDS, locale: 'en', isSent: true })
  expect(subscription?.key).toBe('AAAA')
  expect(calls).toMatchObject([{ method: 'POST', body: { endpoint: 'https://push.test/1', kinds: [...PUSH_KINDS] } }])
})

test('a user who says no has nothing turned on, and is told why', async () => {
  answer = 'denied'
  expect(await turnOnPush(words)).toEqual({ state: 'denied' })
  expect([subscription, await readPush(), calls.length]).toEqual([null, null, 0])
})

test('without a connection nothing is half turned on', async () => {
  isOnline = false
  await expect(turnOnPush(words)).rejects.toThrow('no push service')
  expect([await readPushState(), await readPush()]).toEqual([{ state: 'off' }, null])
})

test('a server that is not reached leaves no subscription in the browser', async () => {
  answerOf = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(turnOnPush(words)).rejects.toThrow()
  expect([subscription, await readPush()]).toEqual([null, null])
})

test('kinds that are chosen without a connection are kept, and sent with the next renewal', async () => {
  await turnOnPush(words)
  isOnline = false
  expect(await choosePushKinds(['message'])).toMatchObject({ kinds: ['message'], isSent: false })
  isOnline = true
  await renewPush()
  expect(calls.at(-1)?.body?.kinds).toEqual(['message'])
  expect(await readPushState()).toMatchObject({ kinds: ['message'], isSent: true })
})

test('the last of several quick choices is what the server has in the end', async () => {
  await turnOnPush(words)
  await Promise.all([choosePushKinds(['message']), choosePushKinds(['message', 'like']), choosePushKinds(['like'])])
  expect(calls.at(-1)?.body?.kinds).toEqual(['like'])
  expect(await readPushState()).toMatchObject({ kinds: ['like'], isSent: true })
})

test('a new key of the server makes a new subscription', async () => {
  await turnOnPush(words)
  await signIn('me', 'BBBB')
  await renewPush()
  expect(subscription).toEqual({ endpoint: 'https://push.test/2', key: 'BBBB' })
  expect(calls.at(-1)?.body?.endpoint).toBe('https://push.test/2')
  await renewPush()
  expect(made).toBe(2)
})

test('another account that signs in here ends the subscription of the one before', async () => {
  await turnOnPush(words)
  calls = []
  await signIn('other')
  await renewPush()
  expect([subscription, await readPush(), calls]).toEqual([null, null, []])
  expect(await readPushState()).toEqual({ state: 'off' })
})

test('a permission that was taken away ends the subscription', async () => {
  await turnOnPush(words)
  permission = 'denied'
  await renewPush()
  expect([subscription, await readPush()]).toEqual([null, null])
})

test('a logout without a connection ends the subscription in the browser', async () => {
  await turnOnPush(words)
  isOnline = false
  await dropPush('me')
  expect([subscription, await readPush()]).toEqual([null, null])
})

test('a logout that is finished late leaves the subscription of the next account', async () => {
  await signIn('other')
  await turnOnPush(words)
  await dropPush('me')
  expect([subscription?.endpoint, (await readPush())?.account]).toEqual(['https://push.test/1', 'other'])
})

test('a logout during a renewal leaves no subscription', async () => {
  await turnOnPush(words)
  answerOf = async () => {
    await dropPush('me')
    // The browser of the renewal has subscribed meanwhile.
    subscription = { endpoint: 'https://push.test/late', key: 'AAAA' }
  }
  await renewPush()
  expect([subscription, await readPush()]).toEqual([null, null])
})

test('turning off removes the subscription on the server too', async () => {
  await turnOnPush(words)
  expect(await turnOffPush()).toEqual({ state: 'off' })
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: `/push/subscriptions/${id}` })
  expect(subscription).toBeNull()
})

test('an iPhone without the installed app is told to install it, and other browsers have no notifications', async () => {
  vi.stubGlobal('PushManager', undefined)
  delete (globalThis as { PushManager?: unknown }).PushManager
  expect(await readPushState()).toEqual({ state: 'unsupported' })
  Object.assign(navigator, { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' })
  expect(await readPushState()).toEqual({ state: 'needs-install' })
})
