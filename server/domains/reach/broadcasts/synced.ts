import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { File } from '../../../infra/files/entity.ts'
import { rowsHolding } from '../../../infra/files/file-sql.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { MANY } from '../../talk/messages/attachments.ts'
import { Broadcast } from './entity.ts'
import { filesOfBroadcasts, whereOwn } from './queries.ts'
import { broadcastView } from './views.ts'

/** The viewer's own messages to many, all drafts and the rest. */
export const broadcasts: SyncedCollection<'broadcasts'> = {
  name: 'broadcasts',
  async window(reading, spaces) {
    const { em, viewerId } = reading
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    return rows(reading, await em.find(Broadcast, whereOwn(viewerId)))
  },
  async byIds(reading, ids) {
    const { em, viewerId } = reading
    return rows(reading, await em.find(Broadcast, { ...whereOwn(viewerId), id: { $in: [...ids] } }))
  },
}

async function rows({ app, em, viewerId }: Reading, found: readonly Broadcast[]): Promise<SyncedRow[]> {
  const files = await filesOfBroadcasts(em, found)
  return found.map((broadcast) => ({
    space: spaceOfUser(viewerId),
    collection: 'broadcasts',
    value: broadcastView(app, { broadcast, files: files(broadcast.id) }),
  }))
}

/** One that was discarded stays as a row, and leaves the devices. No device holds a welcome. */
export const recordBroadcast: Recorder<Broadcast> = (changes, { entity }) => {
  const { id, performerId, trigger, isRetired } = entity
  // A new row has undefined in the place of null.
  if (trigger) return
  changes.add({ space: spaceOfUser(performerId), collection: 'broadcasts', id, deleted: isRetired === true })
}

/** A message to many shows its files. */
export const broadcastsThatShowFiles = derivedRows({
  ...{ shows: File, collection: 'broadcasts', space: "'u:' || b.performer_id", id: 'b.id' },
  from: `${rowsHolding('broadcast b', { type: MANY, id: 'b.id' })} and b.trigger is null and not b.is_retired`,
})
