import type { App } from '../context.ts'
import { transact } from '../database/transaction.ts'
import type { Actor, Tx } from '../database/transaction.ts'

export type DeviceKey = { accountId: string; deviceId: string }

/** Notes that the device is here, with the incarnation that its database has now. */
export async function registerDevice(
  app: App,
  actor: Actor,
  { deviceId, incarnation }: { deviceId: string; incarnation: string },
): Promise<DeviceKey> {
  await transact(app, actor, (tx) =>
    tx.em.execute(
      `insert into device (account_id, device_id, incarnation, created_at, last_seen_at) values (?, ?, ?, ?, ?)
       on conflict (account_id, device_id)
       do update set incarnation = excluded.incarnation, last_seen_at = excluded.last_seen_at`,
      [actor.userId, deviceId, incarnation, tx.now, tx.now],
    ),
  )
  return { accountId: actor.userId, deviceId }
}

/** Until the commit, no other request of this device applies anything: a batch that was sent twice waits for itself. */
export async function lockDevice(tx: Tx, { accountId, deviceId }: DeviceKey): Promise<void> {
  await tx.em.execute('select 1 from device where account_id = ? and device_id = ? for update', [accountId, deviceId])
}
