import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { callApi } from '../api/api.ts'
import { isIos, isStandalone } from '../page/is-standalone.ts'
import { currentScope } from '../session/current-scope.ts'
import { currentSession } from '../session/session.ts'
import { $settings } from '../settings/model.ts'
import { changePush, readPush, removePush, writePush } from './push-record.ts'
import type { PushRecord, PushWords } from './push-record.ts'
import { registerPush, unsubscribe } from './register-push.ts'

/** The time in which a browser has to let go of its subscription, in milliseconds. */
const REMOVAL_LIMIT_MS = 3_000

let renewing: Promise<void> = Promise.resolve()

/**
 * How push messages stand on this device. `unsupported`: the browser, or the server, has none. `needs-install`: iOS
 * gives them to installed apps alone. `denied`: only the settings of the browser can change that.
 */
export type PushState =
  | { state: 'unsupported' | 'needs-install' | 'denied' | 'off' }
  | { state: 'on'; kinds: readonly PushKind[]; locale: string; isSent: boolean }

export async function readPushState(): Promise<PushState> {
  if (!serverKey()) return { state: 'unsupported' }
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) {
    return { state: isIos() && !isStandalone() ? 'needs-install' : 'unsupported' }
  }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const record = await ownRecord()
  if (record && Notification.permission === 'granted') {
    return { state: 'on', kinds: record.kinds, locale: record.words.locale, isSent: record.isSent }
  }
  return { state: (await manager()) ? 'off' : 'unsupported' }
}

/**
 * Asks the user for permission, which a press of a button has to precede, and subscribes to all kinds. Resolves to the new
 * state; rejects when the browser or the server cannot be reached: then nothing is on.
 */
export async function turnOnPush(words: PushWords): Promise<PushState> {
  const permission = await Notification.requestPermission()
  const session = currentSession()
  const [key, held] = [serverKey(), await manager()]
  if (permission !== 'granted' || session.state !== 'signed-in' || !key || !held) return readPushState()
  const record = { account: session.user._id, key, kinds: [...PUSH_KINDS], words, id: null, isSent: false }
  await writePush(record)
  try {
    await registerPush(held, record, session.token)
  } catch (error) {
    await dropPush()
    throw error
  }
  return readPushState()
}

/** Chooses the kinds on this device, and sends the choice now or when the connection is back. */
export async function choosePushKinds(kinds: PushKind[]): Promise<PushState> {
  const record = await ownRecord()
  if (record) await changePush(record.account, () => ({ kinds, isSent: false }))
  await renewPush().catch(() => undefined)
  return readPushState()
}

/** Keeps the texts of notifications in the language that the app shows. */
export async function keepPushWords(words: PushWords): Promise<void> {
  const record = await ownRecord()
  if (record) await changePush(record.account, () => ({ words }))
}

export async function turnOffPush(): Promise<PushState> {
  const id = (await ownRecord())?.id
  await dropPush()
  // Without a connection the server hears of it from the push service.
  if (id) {
    await callApi({ method: 'DELETE', path: `/push/subscriptions/${id}`, answer: Done }).catch(() => undefined)
  }
  return readPushState()
}

/**
 * Tells the server of this device's subscription again: its session may be a new one, the server may have a new key, and a
 * choice may wait. Ends the subscription of another account, and one whose permission was taken away.
 */
export function renewPush(): Promise<void> {
  // One after the other: an older choice must not reach the server after a newer one.
  const run = renewing.then(renewNow)
  renewing = run.catch(() => undefined)
  return run
}

async function renewNow(): Promise<void> {
  const session = currentSession()
  const [record, held] = await Promise.all([readPush(), manager()])
  if (!record || !held) return
  if (session.state === 'signed-out' || session.user._id !== record.account) return dropPush()
  if (Notification.permission !== 'granted') return dropPush()
  if (session.state !== 'signed-in') return
  const key = serverKey() ?? record.key
  const current = await changePush(record.account, () => ({ key }))
  if (current) await registerPush(held, current, session.token)
}

/**
 * Ends push messages in this browser, and forgets them, unless another account than `account` has them by now. Never rejects,
 * and never takes long.
 */
export async function dropPush(account?: string): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, REMOVAL_LIMIT_MS))
  const dropped = async () => {
    const record = await readPush()
    if (account && record && record.account !== account) return
    await removePush()
    const held = await manager()
    if (held) await unsubscribe(held)
    await closeNotifications()
  }
  await Promise.race([dropped(), limit]).catch((error: unknown) => console.warn('Push messages did not end', error))
}

/** Takes the notifications off the screen of the device: the open app shows the news itself. */
export async function closeNotifications(): Promise<void> {
  const shown = (await (await registration())?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
}

async function ownRecord(): Promise<PushRecord | null> {
  const [record, session] = [await readPush(), currentSession()]
  return record && session.state !== 'signed-out' && session.user._id === record.account ? record : null
}

/** Null where no service worker is registered. */
async function manager(): Promise<PushManager | null> {
  return (await registration())?.pushManager ?? null
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  return workers?.getRegistration()
}

function serverKey(): string | null {
  return currentScope().getState($settings)?.vapidPublicKey || null
}
