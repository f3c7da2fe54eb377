import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Images, Megaphone, PenLine, Plus, ShoppingBag, Video } from 'lucide-react'
import { v7 } from 'uuid'
import { newLinkOf } from '../../features/assets/edit-link.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'

/** The things that a creator can make, behind one button. */
export function NewMenu() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const write = () => void navigate({ to: '/creator/studio/$draftId', params: { draftId: v7() } })
  const addPhotos = () => void navigate(newLinkOf('gallery'))
  const addVideo = () => void navigate(newLinkOf('video'))
  const writeToMany = () => void navigate({ to: '/creator/messages/$broadcastId', params: { broadcastId: 'new' } })
  const addProduct = () => void navigate(newLinkOf('product'))
  return (
    <Menu
      label={t`New`}
      items={[
        { label: t`Post`, icon: <PenLine />, onSelect: write },
        { label: t`Photos`, icon: <Images />, onSelect: addPhotos },
        { label: t`Video`, icon: <Video />, onSelect: addVideo },
        { label: t`Product`, icon: <ShoppingBag />, onSelect: addProduct },
        { label: t`Message to many`, icon: <Megaphone />, onSelect: writeToMany },
      ]}
      className={buttonClass('primary', 'grow px-4')}
    >
      <Plus className="size-5" aria-hidden="true" />
      {t`New`}
    </Menu>
  )
}
