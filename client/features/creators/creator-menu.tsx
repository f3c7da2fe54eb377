import { useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { ContentMenu } from '../../entities/content/content-menu.tsx'

/** The actions on a page beside following. */
export function CreatorMenu({ creator: { _id, name, username } }: { creator: Creator }) {
  const { t } = useLingui()
  return (
    <ContentMenu
      label={t`More about ${name}`}
      content={{ type: 'performer', id: _id, ownerId: _id }}
      page={{ name, path: `/${username}` }}
    />
  )
}
