import type { Tx } from '../../../infra/database/transaction.ts'

/** Ends what the open pages of an account hear of things that it may not see any more, after the commit. */
export function leaveRooms(tx: Tx, userId: string): void {
  tx.afterCommit(() => tx.app.live.recheckRooms([userId]))
}
