import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { derivedRows, oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Block } from '../../community/blocks/entity.ts'
import { User } from '../../people/accounts/entity.ts'
import { FanList, FanNote } from './entity.ts'
import type { FanListMember } from './entity.ts'
import { memberRows } from './queries.ts'
import { fanListMemberView, fanListView, fanNoteView } from './views.ts'

/** The viewer's own lists. */
export const fanLists: SyncedCollection<'fan-lists'> = {
  name: 'fan-lists',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? readLists(reading) : []),
  byIds: readLists,
}

async function readLists({ em, viewerId }: Reading, ids?: readonly string[]): Promise<SyncedRow[]> {
  const own = { performerId: viewerId, removedAt: null, ...(ids && { id: { $in: [...ids] } }) }
  const space = spaceOfUser(viewerId)
  return (await em.find(FanList, own)).map((list) => ({ space, collection: 'fan-lists', value: fanListView(list) }))
}

/** The places on the viewer's lists by hand, those included of fans who were taken off. */
export const fanListMembers: SyncedCollection<'fan-list-members'> = {
  name: 'fan-list-members',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? readMembers(reading) : []),
  byIds: readMembers,
}

async function readMembers({ em, viewerId }: Reading, ids?: readonly string[]): Promise<SyncedRow[]> {
  const space = spaceOfUser(viewerId)
  const rows = await memberRows(em, viewerId, ids)
  return rows.map((row) => ({ space, collection: 'fan-list-members', value: fanListMemberView(row) }))
}

/** The viewer's own notes on fans. No fan is told of one. */
export const fanNotes: SyncedCollection<'fan-notes'> = {
  name: 'fan-notes',
  window: async (reading, spaces) => (spaces.includes(spaceOfUser(reading.viewerId)) ? readNotes(reading) : []),
  byIds: readNotes,
}

async function readNotes({ em, viewerId }: Reading, ids?: readonly string[]): Promise<SyncedRow[]> {
  const own = { performerId: viewerId, ...(ids && { userId: { $in: [...ids] } }) }
  const space = spaceOfUser(viewerId)
  return (await em.find(FanNote, own)).map((note) => ({ space, collection: 'fan-notes', value: fanNoteView(note) }))
}

/** A list, in the space of its creator. A removed one is a deleted row there. */
export const recordFanList: Recorder<FanList> = (changes, { entity: { id, performerId, removedAt } }) =>
  changes.add({ space: spaceOfUser(performerId), collection: 'fan-lists', id, deleted: removedAt !== null })

export const recordFanListMember = oneRow<FanListMember>('fan-list-members', ({ id, performerId }) => ({
  ...{ space: spaceOfUser(performerId), id },
}))

export const recordFanNote = oneRow<FanNote>('fan-notes', ({ performerId, userId }) => ({
  ...{ space: spaceOfUser(performerId), id: userId },
}))

/** A place on a list shows the account, and a block takes it away. */
export const placesThatShowFans = [User, Block].map((shows) =>
  derivedRows({
    ...{ shows, collection: 'fan-list-members', space: `'u:' || m.performer_id`, id: 'm.id' },
    from: 'fan_list_member m where m.user_id = any(?::uuid[])',
  }),
)
