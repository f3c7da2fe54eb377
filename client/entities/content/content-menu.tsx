import { useUnit } from 'effector-react'
import { Ellipsis } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { Content } from './content-actions.ts'
import { useContentActions, useHasContentActions } from './use-content-actions.ts'

/** The menu of other people's content. Visitors and the owner have none. */
export function ContentMenu({ label, content }: { label: string; content: Content }) {
  const { menuItems } = useContentActions()
  const hasActions = useHasContentActions()
  const user = useUnit($user)
  if (!user || user._id === content.ownerId || !hasActions) return null
  return (
    <Menu
      label={label}
      items={menuItems(content)}
      className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
    >
      <Ellipsis className="size-5" aria-hidden="true" />
    </Menu>
  )
}
