import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { OpenPage } from '@vesper/sync/vesper/live-events.ts'
import type { Tx } from '../infra/database/transaction.ts'

/** The action of the audit entry of a thing that is hidden. */
export const HIDE = 'content.hide'

/** The answer to its owner where staff hide a thing. */
export const HIDDEN_BY_STAFF = 'Staff have hidden this after a report. Contact support.'

/** The refusal to show something to others that staff hide. */
export function hiddenByStaff(): Refusal {
  return new Refusal('forbidden', HIDDEN_BY_STAFF)
}

/** The refusal to hide or restore what is not there. */
export function nothingToHide(): Refusal {
  return new Refusal('not-found', 'There is no such thing.')
}

/** The state before the thing was hidden, if it is one of `known`; else the last of them, which shows nothing. */
export async function shownBefore<Status extends string>(
  tx: Tx,
  id: string,
  known: readonly Status[],
): Promise<Status> {
  const [decided] = await tx.em.execute<{ status: string | null }[]>(
    `select before->>'status' as status from moderation_decision
     where object_id = ? and kind = 'hide' order by created_at desc, id desc limit 1`,
    [id],
  )
  const found = known.find((one) => one === decided?.status) ?? known.at(-1)
  if (found === undefined) throw new Error('no state is known')
  return found
}

/** Open pages look again after the commit; those who may not see the thing any more leave its room. */
export function tellPages(tx: Tx, pages: readonly OpenPage[]): void {
  tx.afterCommit(() => {
    for (const page of pages) tx.app.live.toPage(page, 'page:changed', page)
    tx.app.live.recheckRooms(null)
  })
}
