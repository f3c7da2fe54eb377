import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../infra/sync/synced-collection.ts'
import { PostDraft } from './entity.ts'
import { filesOfDrafts } from './queries.ts'
import { draftView } from './views.ts'

/** The viewer's own drafts, all of them. */
export const postDrafts: SyncedCollection = {
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
    value: draftView(app, { draft, files: files.get(draft.id) ?? [] }),
  }))
}
