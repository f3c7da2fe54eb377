import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { PenLine, Plus } from 'lucide-react'
import { v7 } from 'uuid'
import { buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** What a creator can make, behind one button. */
export function NewMenu() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const write = () => void navigate({ to: '/creator/studio/$draftId', params: { draftId: v7() } })
  return (
    <Menu
      label={t`New`}
      items={[{ label: t`Post`, icon: <PenLine />, onSelect: write }]}
      className={buttonClass('primary', 'px-4')}
    >
      <Plus className="size-5" aria-hidden="true" />
      {t`New`}
    </Menu>
  )
}
