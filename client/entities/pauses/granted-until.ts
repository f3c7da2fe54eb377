import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import { movedDate } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'

type Membership = Pick<Extract<Grant, { kind: 'membership' }>, 'accessUntil' | 'countedFrom'>

/** The end of a membership in ISO 8601, as the pauses of its creator have moved it. */
export function grantedUntil({ accessUntil, countedFrom }: Membership, pauses: readonly Pause[]): string {
  return countedFrom === undefined ? accessUntil : movedDate(pauses, countedFrom, accessUntil)
}
