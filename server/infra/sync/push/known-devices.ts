import type { App } from '../../../app.ts'
import { appState } from '../../app-state.ts'
import { Device } from '../entity.ts'
import { delayOfNewDevice } from './mutation-limits.ts'

/** A push of a device that is remembered asks nothing of the database. */
const MAX_REMEMBERED = 20_000
const rememberedBy = appState(() => new Set<string>())

/**
 * How long a device has to wait before its first push, in milliseconds; 0 for a device that the server knows. Each device
 * leaves a row, and an unknown client can name a new one with each request.
 */
export async function delayOfKnownDevice(
  app: App,
  { accountId, deviceId }: { accountId: string; deviceId: string },
): Promise<number> {
  const remembered = rememberedBy(app)
  const key = `${accountId} ${deviceId}`
  if (remembered.has(key)) return 0
  const isKnown = (await app.orm.em.fork().count(Device, { accountId, deviceId })) > 0
  const waitMs = isKnown ? 0 : await delayOfNewDevice(app, accountId)
  if (waitMs > 0) return waitMs
  const [oldest] = remembered
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  remembered.add(key)
  return 0
}
