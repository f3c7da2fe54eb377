import { useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Ellipsis, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contentMenuItems } from '../../core/content/content-actions.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/menu.tsx'

const ShareDialog = lazyAgain(async () => (await import('./share-dialog.tsx')).ShareDialog, 'app')

/** The actions on a page beside following: sharing for everybody, tips and reports for accounts that do not own it. */
export function CreatorMenu({ creator }: { creator: Creator }) {
  const { t, i18n } = useLingui()
  const user = useUnit($user)
  const [isSharing, setSharing] = useState(false)
  const content = { type: 'performer', id: creator._id, ownerId: creator._id } as const
  const share = { label: t`Share`, icon: <Share2 />, onSelect: () => setSharing(true) }
  const others = user && user._id !== creator._id ? contentMenuItems(content, i18n) : []
  return (
    <>
      <Menu
        label={t`More about ${creator.name}`}
        items={[share, ...others]}
        className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </Menu>
      {isSharing && (
        <Suspense fallback={null}>
          <ShareDialog name={creator.name} path={`/${creator.username}`} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
