import type { OutboxRecord } from '@vesper/sync/engine/store.ts'

/** What a queued mutation is to the person who made it. */
export type Described =
  | { kind: 'message'; conversationId: string; text: string; fileCount: number }
  | { kind: 'delete'; conversationId: string }
  | { kind: 'open'; conversationId: string; name: string }
  | { kind: 'read'; conversationId: string }
  | { kind: 'profile'; changes: Record<string, string> }
  | { kind: 'preferences' }
  | { kind: 'follow'; following: boolean; name: string }
  | { kind: 'cart'; name: string; quantity: number }
  | { kind: 'cart-clear' }
  | { kind: 'draft'; deed: 'save' | 'discard' | 'publish'; text: string }
  | { kind: 'post'; action: 'publish' | 'update' | 'remove'; text: string }
  | { kind: 'reaction'; action: 'like' | 'bookmark'; on: boolean }
  | { kind: 'other'; name: string }

/** Reads a record as its mutation means it; a name that this version does not know is shown by that name. */
export function describeMutation({ name, args }: Pick<OutboxRecord, 'name' | 'args'>): Described {
  const given = (args ?? {}) as Record<string, unknown>
  const conversationId = text(given['conversationId'])
  switch (name) {
    case 'message.send': {
      const fileIds = given['fileIds']
      return {
        kind: 'message',
        conversationId,
        text: text(given['text']),
        fileCount: Array.isArray(fileIds) ? fileIds.length : 0,
      }
    }
    case 'message.delete':
      return { kind: 'delete', conversationId }
    case 'conversation.open':
      return { kind: 'open', conversationId, name: nameOf(given['recipient']) }
    case 'conversation.read-all':
      return { kind: 'read', conversationId }
    case 'profile.update':
      return { kind: 'profile', changes: texts(given['changes']) }
    case 'preferences.update':
      return { kind: 'preferences' }
    case 'follow.set':
      return { kind: 'follow', following: given['following'] === true, name: nameOf(given['performer']) }
    case 'cart.set':
      return { kind: 'cart', name: nameOf(given['product']), quantity: Number(given['quantity']) }
    case 'cart.clear':
      return { kind: 'cart-clear' }
    case 'draft.save':
      return { kind: 'draft', deed: 'save', text: text((given['changes'] as { text?: unknown } | undefined)?.text) }
    case 'draft.discard':
      return { kind: 'draft', deed: 'discard', text: '' }
    case 'draft.publish':
      return { kind: 'draft', deed: 'publish', text: '' }
    case 'post.publish':
      return { kind: 'post', action: 'publish', text: text(given['text']) }
    case 'post.update':
      return { kind: 'post', action: 'update', text: texts(given['changes'])['text'] ?? '' }
    case 'post.remove':
      return { kind: 'post', action: 'remove', text: '' }
    case 'reaction.set':
      return { kind: 'reaction', action: given['action'] === 'like' ? 'like' : 'bookmark', on: given['on'] === true }
    default:
      return { kind: 'other', name }
  }
}

/** Ids of the photos and videos that have to go up before it. */
export function filesOf({ args }: Pick<OutboxRecord, 'args'>): readonly string[] {
  const { fileIds, changes } = (args ?? {}) as { fileIds?: string[]; changes?: { fileIds?: string[] } }
  return fileIds ?? changes?.fileIds ?? []
}

function nameOf(person: unknown): string {
  return (person as { name?: string } | undefined)?.name ?? ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([field, given]) => [field, text(given)]))
}

/** How an unsent mutation stands. A record that is in a request and one that is taken back are both out of our hands. */
export type OutboxState = 'waiting' | 'sending' | 'failed' | 'cancelling'

export function outboxState({ state }: Pick<OutboxRecord, 'state'>): OutboxState {
  return state === 'rejected' ? 'failed' : state
}

/**
 * Whether its author may write on it. While a message is in a request nobody can tell what becomes of it; a change of the
 * profile that is not refused stands in the profile, and is edited there; a draft, or a change
 * of a post, is written on in the studio.
 */
export function canEdit({ name, state }: Pick<OutboxRecord, 'name' | 'state'>): boolean {
  if (name === 'profile.update') return state === 'rejected'
  if (name === 'draft.save' || name === 'post.update') return true
  return name === 'message.send' && (state === 'rejected' || state === 'waiting')
}
