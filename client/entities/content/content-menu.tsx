import { useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Ellipsis } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/menu.tsx'
import { contentMenuItems, hasContentActions } from './content-actions.ts'
import type { Content } from './content-actions.ts'

/** The menu of other people's content. Visitors and the owner have none. */
export function ContentMenu({ label, content }: { label: string; content: Content }) {
  const { i18n } = useLingui()
  const user = useUnit($user)
  if (!user || user._id === content.ownerId || !hasContentActions()) return null
  return (
    <Menu
      label={label}
      items={contentMenuItems(content, i18n)}
      className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
    >
      <Ellipsis className="size-5" aria-hidden="true" />
    </Menu>
  )
}
