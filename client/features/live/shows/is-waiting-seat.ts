import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'

/** A seat in a group show that has not begun: its time to connect does not run yet. */
export function isWaitingSeat({ kind, status, expiresAt }: Pick<Show, 'kind' | 'status' | 'expiresAt'>): boolean {
  return kind === 'group' && status === 'accepted' && expiresAt === null
}
