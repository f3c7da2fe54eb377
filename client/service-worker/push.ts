/// <reference lib="webworker" />
import { PushPayload } from '@vesper/sync/vesper/api/push.ts'
import * as v from 'valibot'
import { changePush, readPush, removePush } from '../core/push/push-record.ts'
import { registerPush, unsubscribe } from '../core/push/register-push.ts'
import { readSession } from '../core/session/stored-session.ts'

/** Safari ends a subscription whose messages show nothing, whichever page is open. */
const mustShow = /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent)

type Worker = Pick<ServiceWorkerGlobalScope, 'clients' | 'registration'>

/** The message that a page is sent when it should show another path. */
type OpenPath = { type: 'open-path'; path: string }

/**
 * Shows a push message in the words of the account. Messages of an account that is not signed in here any more end the
 * subscription. A page in use shows the news by itself.
 */
export async function showPush(worker: Worker, data: unknown): Promise<void> {
  const parsed = v.safeParse(PushPayload, data)
  if (!parsed.success) return
  const { account, kind, id } = parsed.output
  const [session, record] = await Promise.all([readSession(), readPush()])
  const user = session?.user._id
  if (!record || record.account !== user) {
    await removePush()
    return unsubscribe(worker.registration.pushManager)
  }
  // Sent before this account took the subscription over.
  if (account !== user) return
  if (!mustShow && (await windows(worker)).some(({ focused }) => focused)) return
  const { locale, direction, texts } = record.words
  const options = { lang: locale, dir: direction, tag: tagOf(kind, id), icon: '/icons/icon-192.png' }
  await worker.registration.showNotification(texts[kind], {
    ...{ ...options, data: { account, path: kind === 'message' ? `/messages/${id}` : '/notifications' } },
    // A newer message of the same conversation takes the place of the older one, and sounds again.
    ...({ renotify: true } as object),
  })
}

/** Brings an open window to the front, with the page that the notification is about, or opens one. */
export async function openPush(worker: Worker, { data }: Pick<Notification, 'data'>): Promise<void> {
  const { account, path } = data as { account: string; path: string }
  const target = (await readSession())?.user._id === account ? path : '/'
  const open = await windows(worker)
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (!window) return void (await worker.clients.openWindow(target))
  window.postMessage({ type: 'open-path', path: target } satisfies OpenPath)
  await window.focus()
}

/** The browser has ended its subscription, or made another: subscribes again, and tells the server. */
export async function renewPushInBackground({ pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>) {
  const [session, record] = await Promise.all([readSession(), readPush()])
  if (!session || session.needsAuth || record?.account !== session.user._id) return
  await changePush(record.account, () => ({ isSent: false }))
  await registerPush(pushManager, record, session.token)
}

/** Notifications of one tag take each other's place. */
function tagOf(kind: PushPayload['kind'], id: string): string {
  return kind === 'message' ? id : `activity-${kind}`
}

async function windows({ clients }: Worker): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function isVisible({ visibilityState }: WindowClient): boolean {
  return visibilityState === 'visible'
}
