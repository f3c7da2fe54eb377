import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { File } from '../../../infra/files/entity.ts'
import { rowsHolding } from '../../../infra/files/file-sql.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { PostDraft } from './entity.ts'
import { filesOfDrafts } from './queries.ts'
import { draftView } from './views.ts'

/** The viewer's own drafts, all of them. */
export const postDrafts: SyncedCollection<'post-drafts'> = {
  name: 'post-drafts',
  async window(reading, spaces) {
    const { em, viewerId } = reading
    if (!spaces.includes(spaceOfUser(viewerId))) return []
    return rows(reading, await em.find(PostDraft, { ownerId: viewerId, state: 'open' }))
  },
  async byIds(reading, ids) {
    const { em, viewerId } = reading
    return rows(reading, await em.find(PostDraft, { id: { $in: [...ids] }, ownerId: viewerId, state: 'open' }))
  },
}

async function rows({ app, em, viewerId }: Reading, drafts: readonly PostDraft[]): Promise<SyncedRow[]> {
  const files = await filesOfDrafts(em, drafts)
  return drafts.map((draft) => ({
    space: spaceOfUser(viewerId),
    collection: 'post-drafts',
    value: draftView(app, { draft, held: files.get(draft.id) }),
  }))
}

/** A draft that was published or discarded stays as a row, and leaves the devices. */
export const recordDraft: Recorder<PostDraft> = (changes, { entity }) => {
  const { id, ownerId, state } = entity
  changes.add({ space: spaceOfUser(ownerId), collection: 'post-drafts', id, deleted: state !== 'open' })
}

/** An open draft shows its files. */
export const draftsThatShowFiles = derivedRows({
  ...{ shows: File, collection: 'post-drafts', space: "'u:' || d.owner_id", id: 'd.id' },
  from: `${rowsHolding('post_draft d', { type: 'draft', id: 'd.id' })} and d.state = 'open'`,
})
