import type { StoreTx } from '../store.ts'
import type { Replica } from './replica.ts'

/** Which database of which device this is, and the epoch of the server that its cursor counts in. */
export type Identity = { device: string; incarnation: string; epoch: string | null }

export async function readIdentity(replica: Replica, tx: StoreTx): Promise<Identity> {
  const [device, incarnation, epoch] = await tx.meta.getMany(['device', 'incarnation', 'epoch'])
  return {
    device: device?.value ?? (await writeMeta(tx, 'device', replica.newId())),
    incarnation: incarnation?.value ?? (await writeMeta(tx, 'incarnation', replica.newId())),
    epoch: epoch?.value ?? null,
  }
}

export async function writeMeta(tx: StoreTx, key: string, value: string): Promise<string> {
  await tx.meta.put([{ key, value }])
  return value
}
