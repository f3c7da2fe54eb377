import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { Copy, Pencil, Reply, Trash2 } from 'lucide-react'
import { useContentActions } from '../../../entities/content/use-content-actions.ts'
import type { OpenMenu } from '../../../ui/controls/menu-button.tsx'
import type { MenuItem } from '../../../ui/overlay/menu-content.tsx'
import { MenuContent } from '../../../ui/overlay/menu-content.tsx'
import type { MessageAction, MessageActions } from './use-message-actions.tsx'

type Props = {
  menu: OpenMenu
  message: Message
  kinds: readonly MessageAction[]
  actions: MessageActions
  /** Somebody else's, and not deleted. */
  isTheirs: boolean
}

/** The open menu of a message: loaded with the first one, so that no row is drawn with what nobody sees. */
export function MessageMenuContent({ menu, message, kinds, actions, isTheirs }: Props) {
  const { t } = useLingui()
  const { menuItems } = useContentActions()
  const content = { type: 'message', id: message._id, ownerId: message.senderId } as const
  const items: Record<MessageAction, MenuItem> = {
    copy: { label: t`Copy text`, icon: <Copy />, onSelect: () => actions.copy(message) },
    reply: {
      label: t`Reply`,
      icon: <Reply className="mirrored" />,
      onSelect: () => actions.reply && actions.reply(message),
    },
    rewrite: { label: t`Edit`, icon: <Pencil />, onSelect: () => actions.rewrite && actions.rewrite(message) },
    edit: { label: t`Edit`, icon: <Pencil />, onSelect: () => actions.edit && actions.edit(message._id) },
    discard: { label: t`Discard`, icon: <Trash2 />, danger: true, onSelect: () => actions.discard(message._id) },
    remove: { label: t`Delete`, icon: <Trash2 />, danger: true, onSelect: () => actions.remove(message) },
  }
  return (
    <MenuContent {...menu} items={[...kinds.map((kind) => items[kind]), ...(isTheirs ? menuItems(content) : [])]} />
  )
}
