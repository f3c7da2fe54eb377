import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { ShareMenu } from '../../entities/content/share-menu.tsx'

/** The actions on a page beside following. */
export function CreatorMenu({ creator: { _id, name, username } }: { creator: Creator }) {
  return <ShareMenu content={{ type: 'performer', id: _id, ownerId: _id }} name={name} path={`/${username}`} />
}
