import type { Model } from '../model.ts'
import type { Channel, Clock, DeviceStorage, Locks } from '../ports.ts'

/** The edges of a tab or a service worker, for `createSyncClient`. `locks` is null where the browser has none. */
export function browserPorts(
  { product }: Pick<Model, 'product'>,
  account: string,
): {
  locks: Locks | null
  channel: Channel
  clock: Clock
  random: () => number
  storage: DeviceStorage | undefined
} {
  const locks: LockManager | undefined = navigator.locks
  const storage: StorageManager | undefined = navigator.storage
  return {
    locks: locks ? { request: (name, options, hold) => locks.request(name, options, hold) } : null,
    channel: new BroadcastChannel(`${product}-sync:${account}`),
    clock: browserClock,
    random: Math.random,
    storage,
  }
}

const browserClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  setTimeout: (work, ms) => Number(setTimeout(work, ms)),
  clearTimeout: (timer) => clearTimeout(timer),
}
