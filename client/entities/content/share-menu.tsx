import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Ellipsis, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { Content } from './content-actions.ts'
import { useContentActions } from './use-content-actions.ts'

const ShareDialog = lazyAgain(async () => (await import('./share-dialog.tsx')).ShareDialog, 'content')

type Props = {
  content: Content
  /** Names the content. */
  name: string
  /** Its page in the app. */
  path: string
}

/** The actions on content with a page of its own: sharing for everybody, the others for accounts that do not own it. */
export function ShareMenu({ content, name, path }: Props) {
  const { t } = useLingui()
  const { menuItems } = useContentActions()
  const user = useUnit($user)
  const [isSharing, setSharing] = useState(false)
  const share = { label: t`Share`, icon: <Share2 />, onSelect: () => setSharing(true) }
  const others = user && user._id !== content.ownerId ? menuItems(content) : []
  return (
    <>
      <Menu
        label={t`More about ${name}`}
        items={[share, ...others]}
        className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </Menu>
      {isSharing && (
        <Suspense fallback={null}>
          <ShareDialog name={name} path={path} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
