import type { OutboxRecord } from '@vesper/sync/store.ts'

/** Whether its author would miss it: that something was read is told to the server on the side, unless it is refused. */
export function isOfInterest({ name, state }: Pick<OutboxRecord, 'name' | 'state'>): boolean {
  return name !== 'conversation.read-all' || state === 'rejected'
}
