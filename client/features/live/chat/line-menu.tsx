import { useLingui } from '@lingui/react/macro'
import type { ChatModeration, StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { Ban, Check, Clock, Ellipsis, Pin, PinOff, Reply, ShieldCheck, Trash2 } from 'lucide-react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import type { StreamRoom } from './use-stream-room.ts'

type Props = { line: StreamMessage; streamId: string; room: StreamRoom; isOwn: boolean; onReply: () => void }

const TIMEOUT_S = 600

/** The actions of the creator and of moderators on one line of the chat. */
export function LineMenu({ line, streamId, room, isOwn, onReply }: Props) {
  const { t } = useLingui()
  const { sender, _id: messageId } = line
  const moderation = useActionWithToast(async (action: ChatModeration) => room.moderate(action))
  const act = (action: ChatModeration) => void moderation.run(action)
  const userId = sender._id
  const aboutPerson = [
    {
      label: t`Silence for 10 minutes`,
      icon: <Clock />,
      onSelect: () => act({ action: 'timeout', streamId, userId, seconds: TIMEOUT_S }),
    },
    {
      label: t`Ban from the chat`,
      icon: <Ban />,
      danger: true,
      onSelect: () => act({ action: 'ban', streamId, userId }),
    },
  ]
  const asCreator = [
    {
      label: sender.role === 'moderator' ? t`Make no moderator` : t`Make a moderator`,
      icon: <ShieldCheck />,
      onSelect: () => act({ action: 'moderator', streamId, userId, isModerator: sender.role !== 'moderator' }),
    },
  ]
  const mayModeratePerson =
    !isOwn && (sender.role === 'viewer' || (room.you?.role === 'creator' && sender.role === 'moderator'))
  const items = [
    ...(line.isHeld
      ? [{ label: t`Approve`, icon: <Check />, onSelect: () => act({ action: 'approve', streamId, messageId }) }]
      : []),
    { label: t`Reply`, icon: <Reply className="mirrored" />, onSelect: onReply },
    room.pinned?._id === messageId
      ? { label: t`Unpin`, icon: <PinOff />, onSelect: () => act({ action: 'pin', streamId, messageId: null }) }
      : { label: t`Pin`, icon: <Pin />, onSelect: () => act({ action: 'pin', streamId, messageId }) },
    {
      label: t`Delete`,
      icon: <Trash2 />,
      danger: true,
      onSelect: () => act({ action: 'delete', streamId, messageId }),
    },
    ...(mayModeratePerson && room.you?.role === 'creator' ? asCreator : []),
    ...(mayModeratePerson ? aboutPerson : []),
  ]
  const { name } = sender
  return (
    <Menu
      label={t`Actions on the message of ${name}`}
      items={items}
      className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-raised"
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </Menu>
  )
}
