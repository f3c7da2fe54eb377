import { Trans } from '@lingui/react/macro'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'

/** The beginning of a conversation. */
export function ThreadStart({ recipient }: { recipient: Participant }) {
  return (
    <div className="grid justify-items-center gap-2 px-6 pt-10 pb-8 text-center">
      <LiveAvatar creator={recipient} size="lg" />
      <p className="mt-1 text-lg font-semibold" dir="auto">
        {recipient.name}
      </p>
      <p className="max-w-xs text-sm text-muted">
        <Trans>This is the beginning of your conversation.</Trans>
      </p>
    </div>
  )
}
