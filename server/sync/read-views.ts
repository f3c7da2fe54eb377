import { spaceOfConversation, spaceOfUser } from '@vesper/sync/records/spaces.ts'
import { User } from '../accounts/entity.ts'
import { profileView } from '../accounts/views.ts'
import { conversationRows } from '../conversations/queries.ts'
import { conversationView } from '../conversations/views.ts'
import { filesOfMessages, messagesById, newestMessages } from '../messages/queries.ts'
import type { MessageRow } from '../messages/queries.ts'
import { messageView } from '../messages/views.ts'
import { Performer } from '../performers/entity.ts'
import type { ChangedRow } from './changed-rows.ts'
import type { Behind } from './plan-patches.ts'
import type { Reading } from './pull.ts'
import { WINDOW } from './visible-spaces.ts'

/** A row as the viewer may see it. */
export type SyncedRow = { space: string; collection: string; value: Record<string, unknown> & { _id: string } }

/** The views that a set of patches needs: the rows that changed, and every row of the spaces that start anew. */
export async function readViews(
  reading: Reading,
  { changed, resets }: { changed: readonly ChangedRow[]; resets: readonly Behind[] },
): Promise<SyncedRow[]> {
  const fresh = resets.flatMap(({ conversationId }) => conversationId ?? [])
  const idsOf = (collection: string): string[] =>
    changed.flatMap((row) => (row.collection === collection && !row.deleted ? row.id : []))
  const isOwnFresh = resets.some(({ conversationId }) => conversationId === null)
  return [
    ...(isOwnFresh || idsOf('profiles').length > 0 ? await profile(reading) : []),
    ...(await conversations(reading, [...fresh, ...idsOf('conversations')])),
    ...(await messages(reading, [
      ...(await freshMessages(reading, fresh)),
      ...(await messagesById(reading.em, idsOf('messages'))),
    ])),
  ]
}

async function profile({ em, viewerId }: Reading): Promise<SyncedRow[]> {
  const user = await em.findOneOrFail(User, { id: viewerId })
  const performer = user.isPerformer ? await em.findOne(Performer, { userId: viewerId }) : null
  return [{ space: spaceOfUser(viewerId), collection: 'profiles', value: profileView(user, performer) }]
}

async function conversations({ em, viewerId }: Reading, ids: readonly string[]): Promise<SyncedRow[]> {
  const rows = await conversationRows(em, viewerId, ids)
  return rows.map((row) => ({
    space: spaceOfConversation(row.id),
    collection: 'conversations',
    value: conversationView(row),
  }))
}

/** The window of each conversation, and what this request sent there: that may be more than a window. */
async function freshMessages({ em, about }: Reading, conversationIds: readonly string[]): Promise<MessageRow[]> {
  const newest = await newestMessages(em, conversationIds, WINDOW)
  const known = new Set(newest.map(({ id }) => id))
  const sent = conversationIds.length === 0 ? [] : [...about.messages].filter((id) => !known.has(id))
  const older = (await messagesById(em, sent)).filter((row) => conversationIds.includes(row.conversationId))
  return [...older, ...newest]
}

async function messages({ app, em, viewerId }: Reading, rows: readonly MessageRow[]): Promise<SyncedRow[]> {
  const files = await filesOfMessages(
    em,
    rows.map(({ id }) => id),
  )
  return rows.map((message) => ({
    space: spaceOfConversation(message.conversationId),
    collection: 'messages',
    value: messageView(app, { message, files: files.get(message.id) ?? [] }, viewerId),
  }))
}
