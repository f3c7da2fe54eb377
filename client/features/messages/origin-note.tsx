import { Trans } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = { message: Pick<Message, 'conversationId' | 'origin'>; isOwn: boolean }

/** Says that a message went to many, or out by itself; a fan keeps such messages out, or lets them in again. */
export function OriginNote({ message: { conversationId, origin }, isOwn }: Props) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-2 text-xs text-muted">
      {origin === 'automatic' ? <Trans>Sent automatically</Trans> : <Trans>Sent to many</Trans>}
      {!isOwn && <MuteButton conversationId={conversationId} />}
    </p>
  )
}

function MuteButton({ conversationId }: { conversationId: string }) {
  const sync = useSync()
  const conversation = useLiveQuery(() => sync.db.conversations.get(conversationId), [sync, conversationId])
  const isMuted = conversation?.mutesMany ?? false
  const toggle = () =>
    sync
      .mutate('conversation.mute-many', { conversationId, isMuted: !isMuted })
      .catch((error: unknown) => void showToast('error', errorMessage(error)))
  return (
    <button
      type="button"
      className="inline-flex min-h-target items-center font-semibold text-accent-ink underline"
      onClick={() => void toggle()}
    >
      {isMuted ? <Trans>Muted. Take them again</Trans> : <Trans>Mute messages to many</Trans>}
    </button>
  )
}
