import { afterPush } from '../core/device-turn.ts'
import type { Turn } from '../core/device-turn.ts'
import type { SyncRequest } from '../protocol/sync-request.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import type { MetaRecord, StoreTx } from '../store.ts'
import type { Replica } from './replica.ts'

/** Which database of which device this is, and the epoch and run of the server that its cursor counts in. */
export type Identity = Turn & {
  device: string
  epoch: string | null
  run: number
  /** [TIME-2] It began as a copy of another: yet other copies may have the same queued. */
  isCopy: boolean
}

const KEYS = ['device', 'turn', 'incarnation', 'next', 'epoch', 'run', 'copy']

export async function readIdentity(replica: Replica, tx: StoreTx): Promise<Identity> {
  const [device, turn, incarnation, next, epoch, run, copy] = await tx.meta.getMany(KEYS)
  const known = device && incarnation && { device: device.value, incarnation: incarnation.value }
  return {
    ...(known ?? (await newDevice(replica, tx))),
    turn: Number(turn?.value ?? 0),
    ...(next && { next: next.value }),
    epoch: epoch?.value ?? null,
    run: Number(run?.value ?? 0),
    isCopy: copy !== undefined,
  }
}

/** [TIME-1] The identity with which to push: `next` stays the same until a push has been answered. */
export async function openTurn(replica: Replica, tx: StoreTx, identity: Identity): Promise<Identity> {
  if (identity.next !== undefined) return identity
  const next = replica.newId()
  await tx.meta.put([{ key: 'next', value: next }])
  return { ...identity, next }
}

/** True while the device's database is the same, and counts in the same run, as when this was asked. */
export function isSame(now: Identity, asked: SyncRequest): boolean {
  return now.device === asked.device && now.epoch === asked.epoch && now.run === asked.run
}

/** True while nothing has been answered, and no push begun, since this was asked. */
export function isSameTurn(now: Identity, asked: SyncRequest): boolean {
  const same = now.turn === asked.turn && now.incarnation === asked.incarnation && now.next === asked.next
  return same && now.device === asked.device
}

/** Notes which server has answered, and that the push, if it was one, is through. */
export async function noteAnswer(
  replica: Replica,
  tx: StoreTx,
  { now, asked, answer }: { now: Identity; asked: SyncRequest; answer: SyncResponse },
): Promise<void> {
  const records: MetaRecord[] = [{ key: 'lastSyncAt', value: replica.now().toISOString() }]
  if (now.epoch !== answer.epoch) records.push({ key: 'epoch', value: answer.epoch })
  if (now.run !== answer.run) records.push({ key: 'run', value: String(answer.run) })
  if (asked.next !== undefined && now.turn === asked.turn && now.next === asked.next) {
    const { turn, incarnation } = afterPush(asked)
    records.push({ key: 'turn', value: String(turn) }, { key: 'incarnation', value: incarnation })
    await tx.meta.delete(['next'])
  }
  await tx.meta.put(records)
}

/** Makes this database a device that no server has heard of. */
export async function newDevice(replica: Replica, tx: StoreTx): Promise<Pick<Identity, 'device' | 'incarnation'>> {
  const made = { device: replica.newId(), incarnation: replica.newId() }
  await tx.meta.delete(['turn', 'next'])
  await tx.meta.put(Object.entries(made).map(([key, value]) => ({ key, value })))
  return made
}
