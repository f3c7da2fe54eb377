import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/records/message.ts'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'

/** What can be done with a message; the same object for all rows of a thread. */
export type MessageActions = {
  copy: (message: Message) => void
  remove: (message: Message) => void
  /** The next three are about a message that has not been sent. */
  retry: (messageId: string) => void
  edit: (messageId: string) => void
  discard: (messageId: string) => void
}

type Props = { message: Message; isOwn: boolean; isPending: boolean; actions: MessageActions }

/** The menu of a message: seen when the pointer or the focus is on the message; a finger opens it by a long press. */
export function MessageMenu({ message, isOwn, isPending, actions }: Props) {
  const { t } = useLingui()
  const items: MenuItem[] = []
  if (message.text && !message.isDeleted) {
    items.push({ label: t`Copy text`, icon: <Copy />, onSelect: () => actions.copy(message) })
  }
  if (isOwn && isPending) {
    items.push({ label: t`Edit`, icon: <Pencil />, onSelect: () => actions.edit(message._id) })
    items.push({ label: t`Discard`, icon: <Trash2 />, danger: true, onSelect: () => actions.discard(message._id) })
  } else if (isOwn && !message.isDeleted) {
    items.push({ label: t`Delete`, icon: <Trash2 />, danger: true, onSelect: () => actions.remove(message) })
  }
  if (items.length === 0) return null
  return (
    <Menu
      label={t`Message options`}
      items={items}
      className={cx(
        // Hidden by its colour: an opacity is a layer of its own in each row.
        'grid size-9 place-items-center rounded-full text-transparent transition-colors duration-150 hover:bg-raised hover:text-ink',
        'group-focus-within/message:text-faint group-hover/message:text-faint aria-expanded:text-faint',
        // Forced colours know nothing transparent.
        'forced-colors:opacity-0 forced-colors:group-focus-within/message:opacity-100 forced-colors:group-hover/message:opacity-100 forced-colors:aria-expanded:opacity-100',
      )}
    >
      <span aria-hidden="true" className="text-xs leading-none before:content-['•••']" />
    </Menu>
  )
}
