import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'

/** A show for which tokens are held: its fan has a place in the room. */
export function isOpenShow({ status }: Pick<Show, 'status'>): boolean {
  return status === 'accepted' || status === 'active'
}

/** A seat in a group show that has not begun: its time to connect does not run yet. */
export function isWaitingSeat({ kind, status, expiresAt }: Pick<Show, 'kind' | 'status' | 'expiresAt'>): boolean {
  return kind === 'group' && status === 'accepted' && expiresAt === null
}
