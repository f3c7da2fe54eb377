import { conversationsOf, spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import { MESSAGE_WINDOW } from '@vesper/sync/vesper/records/windows.ts'
import { derivedRows, oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { SpaceKind } from '../../../infra/sync/pull/visible-spaces.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { User } from '../../people/accounts/entity.ts'
import type { Conversation, ConversationMember } from './entity.ts'
import { conversationRows } from './queries.ts'
import { conversationView } from './views.ts'

/** The viewer's conversations. */
export const conversations: SyncedCollection<'conversations'> = {
  name: 'conversations',
  window: (reading, spaces) => byIds(reading, conversationsOf(spaces)),
  byIds,
}

async function byIds({ em, viewerId }: Reading, ids: readonly string[]): Promise<SyncedRow[]> {
  const rows = await conversationRows(em, viewerId, ids)
  return rows.map((row) => ({
    space: spaceOfConversation(row.id),
    collection: 'conversations',
    value: conversationView(row),
  }))
}

/** A conversation, in its own space. */
export const recordConversation = oneRow<Conversation>('conversations', ({ id }) => ({
  space: spaceOfConversation(id),
  id,
}))

/** A conversation shows how far its members have read. */
export const recordMember: Recorder<ConversationMember> = (changes, { entity: { conversationId: id } }) =>
  changes.add({ space: spaceOfConversation(id), collection: 'conversations', id })

/** A conversation shows its members. */
export const conversationsThatShowUsers = derivedRows({
  ...{ shows: User, collection: 'conversations', space: "'c:' || conversation_id", id: 'conversation_id' },
  from: 'conversation_member where user_id = any(?::uuid[])',
})

/** The conversations of the viewer, the latest first. */
export const conversationSpaces: SpaceKind = {
  idsOf: conversationsOf,
  sql: `select 'c:' || c.id, 1 + least(c.last_seq, ?), c.last_seq > greatest(m.read_seq, m.delivered_seq), c.updated_at
    from conversation_member m join conversation c on c.id = m.conversation_id where m.user_id = ?`,
  params: [MESSAGE_WINDOW, 'viewer'],
  among: 'and m.conversation_id = any(?::uuid[])',
}
