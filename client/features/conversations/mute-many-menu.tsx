import { useLingui } from '@lingui/react/macro'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { Bell, BellOff, Ellipsis } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Menu } from '../../ui/overlay/menu.tsx'

/** The menu of a conversation with a creator: messages to many are muted and taken again, with or without one in sight. */
export function MuteManyMenu({ person: { _id: creatorId, name } }: { person: Participant }) {
  const { t } = useLingui()
  const sync = useSync()
  const conversationId = conversationIdOf(sync.inside.replica.account, creatorId)
  const conversation = useLiveQuery(() => sync.db.conversations.get(conversationId), [sync, conversationId])
  const isMuted = conversation?.mutesMany ?? false
  const { run: toggle } = useActionWithToast(async () => {
    await sync.mutate('conversation.mute-many', { conversationId, isMuted: !isMuted })
  })
  const item = isMuted
    ? { label: t`Take messages to many`, icon: <Bell aria-hidden="true" /> }
    : { label: t`Mute messages to many`, icon: <BellOff aria-hidden="true" /> }
  return (
    <Menu
      label={t`More about ${name}`}
      items={[{ ...item, onSelect: () => void toggle() }]}
      className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
    >
      <Ellipsis className="size-5" aria-hidden="true" />
    </Menu>
  )
}
