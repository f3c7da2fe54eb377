import type { OutboxRecord } from '@vesper/sync/engine/store.ts'

/** What goes to the server on the side: that something was read, how the app is to look. */
const ON_THE_SIDE: ReadonlySet<string> = new Set(['conversation.read-all', 'preferences.update'])

/** Whether its author would miss it, or it is refused. */
export function isOfInterest({ name, state }: Pick<OutboxRecord, 'name' | 'state'>): boolean {
  return !ON_THE_SIDE.has(name) || state === 'rejected'
}
