import { Trans } from '@lingui/react/macro'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'

type Props = { person: Participant; isOnline: boolean; size?: 'sm' | 'md' }

/** A person's picture, with a mark while they are online. */
export function PresenceAvatar({ person, isOnline, size = 'md' }: Props) {
  return (
    <span className="relative shrink-0">
      <LiveAvatar creator={person} size={size} isInLink />
      {isOnline && (
        <span className="absolute -end-0.5 -bottom-0.5 size-3.5 rounded-full border-2 border-bg bg-ok-ink">
          <span className="sr-only">
            <Trans>Online</Trans>
          </span>
        </span>
      )}
    </span>
  )
}
