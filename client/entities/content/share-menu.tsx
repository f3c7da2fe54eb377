import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Ellipsis, Link2, QrCode, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { Content } from './content-actions.ts'
import { copyLink, sharePage } from './share-page.ts'
import type { SharedPage } from './share-page.ts'
import { useContentActions } from './use-content-actions.ts'

const ShareDialog = lazyAgain(async () => (await import('./share-dialog.tsx')).ShareDialog, 'content')

const QrDialog = lazyAgain(async () => (await import('./qr-dialog.tsx')).QrDialog, 'content')

type Props = {
  label: string
  content: Content
  /** The page of content that has one: everybody may share it. */
  page?: SharedPage | null
  /** Offers the address as a code for cameras, too. */
  hasCode?: boolean
}

/** The actions on content with a page: sharing for everybody, the others for accounts that do not own it. */
export function ShareMenu({ label, content, page = null, hasCode = false }: Props) {
  const { t } = useLingui()
  const { menuItems } = useContentActions()
  const user = useUnit($user)
  const [shown, show] = useState<'link' | 'code' | null>(null)
  const others = user && user._id !== content.ownerId ? menuItems(content) : []
  const items = page ? [...shareItems(page), ...(user ? others : [reportItem(page)])] : others
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
      {page && shown && (
        <Suspense fallback={null}>
          {shown === 'link' ? (
            <ShareDialog page={page} onClose={() => show(null)} />
          ) : (
            <QrDialog page={page} onClose={() => show(null)} />
          )}
        </Suspense>
      )}
    </>
  )

  /** A visitor reports by the form, which has the address already. */
  function reportItem({ path }: SharedPage) {
    const onSelect = () => location.assign(`/report?${new URLSearchParams({ page: path })}`)
    return { label: t`Report`, danger: true, onSelect }
  }

  function shareItems(shared: SharedPage) {
    const orShow = async (shares: Promise<boolean>) => show((await shares) ? null : 'link')
    return [
      { label: t`Share`, icon: <Share2 />, onSelect: () => void orShow(sharePage(shared)) },
      { label: t`Copy link`, icon: <Link2 />, onSelect: () => void orShow(copyLink(shared)) },
      ...(hasCode ? [{ label: t`QR code`, icon: <QrCode />, onSelect: () => show('code') }] : []),
    ]
  }
}
