import { PushSubscription as Registered } from '@vesper/sync/vesper/api/push.ts'
import { callApi } from '../api/api.ts'
import { changePush } from './push-record.ts'
import type { PushRecord } from './push-record.ts'

/**
 * Subscribes this browser to the server's key, and tells the server where and of which kinds. Harmless when repeated. Rejects
 * without a connection, or where the browser refuses.
 */
export async function registerPush(manager: PushManager, record: PushRecord, token: string): Promise<void> {
  const { account, key, kinds } = record
  const { endpoint, keys } = (await subscribeTo(manager, key)).toJSON()
  const body = { endpoint, keys, kinds, serverKey: key }
  const { _id } = await callApi({ method: 'POST', path: '/push/subscriptions', body, answer: Registered, token })
  // Kinds that were chosen meanwhile are still to be sent.
  const stands = await changePush(account, (now) => ({ id: _id, isSent: sameKinds(now.kinds, kinds) }))
  // The account left this device during the call.
  if (!stands) await unsubscribe(manager)
}

/**
 * Ends the subscription in this browser, also without a connection: the push service then answers the server that it is gone.
 */
export async function unsubscribe(manager: PushManager): Promise<void> {
  await (await manager.getSubscription())?.unsubscribe()
}

async function subscribeTo(manager: PushManager, key: string): Promise<PushSubscription> {
  const held = await manager.getSubscription()
  if (held && keyOf(held) === key) return held
  // A browser refuses a second key beside the first.
  await held?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options }: PushSubscription): string | null {
  if (!options.applicationServerKey) return null
  const text = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function sameKinds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((kind) => b.includes(kind))
}
