import { afterPush } from '@vesper/sync/engine/core/device-turn.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import type { Tx } from '../../database/transaction.ts'
import { OPEN_SESSION } from '../../sessions/sessions.ts'
import { checkHistory } from '../history/history.ts'
import type { HistoryRow } from '../history/history.ts'

/** Where a device's database stood when it sent a request, and whether all that waits on it is in there. */
export type DeviceKey = Pick<SyncRequest, 'turn' | 'incarnation' | 'next' | 'all' | 'left'> & {
  accountId: string
  deviceId: string
  sessionId: string
}

/** [TIME-1] Another copy of the device's database has pushed: nothing of this one's is decided under its name. */
export class CopiedDevice extends Error {
  override readonly name = 'CopiedDevice'
}

/** The session has ended since the request came: nothing is decided in its name. */
export class EndedSession extends Error {
  override readonly name = 'EndedSession'
}

/**
 * Notes that the device has pushed, and locks it: until the commit, no other request of this device applies anything, so
 * that a batch that was sent twice waits for itself. Throws `EndedSession` where the session is not open any more, and
 * `CopiedDevice` for a copy; see `isCopy` of `sync/engine/core/device-turn.ts`. `HistoryChanged`: see `inHistory`.
 */
export async function lockDevice(tx: Tx, device: DeviceKey): Promise<void> {
  const { accountId, deviceId, sessionId, turn, incarnation, all, left = 0 } = device
  const next = afterPush(device)
  const { columns, check } = checkHistory(tx.app)
  const [found] = await tx.em.execute<(HistoryRow & { isOpen: boolean; isLocked: boolean })[]>(
    `${KEPT} with opened as (select 1 from ${OPEN_SESSION}), locked as (
     insert into device (account_id, device_id, turn, incarnation, settled_turn, backlog, session_id, created_at, last_seen_at)
     select ?, ?, ?, ?, ?, ?, ?, ?, ? from opened
     on conflict (account_id, device_id) do update set
       turn = excluded.turn, incarnation = excluded.incarnation, last_seen_at = excluded.last_seen_at,
       backlog = excluded.backlog, session_id = excluded.session_id,
       settled_turn = greatest(device.settled_turn, excluded.settled_turn)
     where device.turn < ? or (device.turn = ? and device.incarnation = ?)
       or (device.turn = excluded.turn and device.incarnation = excluded.incarnation)
     returning 1)
     select exists (select from opened) as "isOpen", exists (select from locked) as "isLocked", ${columns}
     from epoch e where e.singleton = 1`,
    [
      ...[sessionId, accountId, tx.now],
      ...[accountId, deviceId, next.turn, next.incarnation, all ? turn : -1, left, sessionId, tx.now, tx.now],
      ...[turn, turn, incarnation],
    ],
  )
  if (found) check(found)
  if (!found?.isOpen) throw new EndedSession('the session has ended')
  if (!found.isLocked) throw new CopiedDevice('another copy of this device has gone on')
}
