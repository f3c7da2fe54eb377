import { useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { ShareMenu } from '../../entities/content/share-menu.tsx'

/** The actions on a page beside following. */
export function CreatorMenu({ creator: { _id, name, username } }: { creator: Creator }) {
  const { t } = useLingui()
  return (
    <ShareMenu
      label={t`More about ${name}`}
      content={{ type: 'performer', id: _id, ownerId: _id }}
      page={{ name, path: `/${username}` }}
      hasCode
    />
  )
}
