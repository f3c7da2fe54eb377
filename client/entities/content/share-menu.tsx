import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Ellipsis, Link2, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { Content } from './content-actions.ts'
import { copyLink, sharePage } from './share-page.ts'
import type { SharedPage } from './share-page.ts'
import { useContentActions } from './use-content-actions.ts'

const ShareDialog = lazyAgain(async () => (await import('./share-dialog.tsx')).ShareDialog, 'content')

type Props = {
  label: string
  content: Content
  /** The page of content that has one: everybody may share it. */
  page?: SharedPage | null
}

/** The actions on content with a page: sharing for everybody, the others for accounts that do not own it. */
export function ShareMenu({ label, content, page = null }: Props) {
  const { t } = useLingui()
  const { menuItems } = useContentActions()
  const user = useUnit($user)
  const [isShown, show] = useState(false)
  const others = user && user._id !== content.ownerId ? menuItems(content) : []
  const items = page ? [...shareItems(page), ...others] : others
  if (items.length === 0) return null
  return (
    <>
      <Menu
        label={label}
        items={items}
        className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
      </Menu>
      {page && isShown && (
        <Suspense fallback={null}>
          <ShareDialog page={page} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )

  function shareItems(shared: SharedPage) {
    const orShow = async (shares: Promise<boolean>) => show(!(await shares))
    return [
      { label: t`Share`, icon: <Share2 />, onSelect: () => void orShow(sharePage(shared)) },
      { label: t`Copy link`, icon: <Link2 />, onSelect: () => void orShow(copyLink(shared)) },
    ]
  }
}
