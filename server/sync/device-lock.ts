import type { Tx } from '../database/transaction.ts'

/** `incarnation`: of the device's database. */
export type DeviceKey = { accountId: string; deviceId: string; incarnation: string }

/**
 * Notes that the device is here, and locks it: until the commit, no other request of this device applies anything, so that
 * a batch that was sent twice waits for itself.
 */
export async function lockDevice(tx: Tx, { accountId, deviceId, incarnation }: DeviceKey): Promise<void> {
  await tx.em.execute(
    `insert into device (account_id, device_id, incarnation, created_at, last_seen_at) values (?, ?, ?, ?, ?)
     on conflict (account_id, device_id)
     do update set incarnation = excluded.incarnation, last_seen_at = excluded.last_seen_at`,
    [accountId, deviceId, incarnation, tx.now, tx.now],
  )
}
