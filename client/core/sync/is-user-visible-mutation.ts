import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { MutationName } from '@vesper/sync/vesper/mutations/registry.ts'

/**
 * Mutations that happen beside what the user does: marks of reading, settings. They are named here and not with their words,
 * because a logout asks without the words.
 */
const SIDE_EFFECTS: ReadonlySet<string> = new Set<MutationName>(['conversation.read-all', 'preferences.update'])

/** True when its author would miss the mutation. A rejected mutation is always shown. */
export function isUserVisibleMutation({ name, state }: Pick<OutboxRecord, 'name' | 'state'>): boolean {
  return !SIDE_EFFECTS.has(name) || state === 'rejected'
}

/** How many things the author would miss. All that is queued for one draft, such as a post with its photos, is one thing. */
export function countOfInterest(records: readonly Pick<OutboxRecord, 'id' | 'lane' | 'name' | 'state'>[]): number {
  const things = records
    .filter(isUserVisibleMutation)
    .map(({ id, lane, name }) => (name.startsWith('draft.') ? lane : id))
  return new Set(things).size
}
