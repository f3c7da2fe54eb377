import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { CircleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { ConversationPreview } from './conversation-preview.tsx'
import { PresenceAvatar } from './presence-avatar.tsx'
import { UnseenCount } from './unseen-badge.tsx'

type Props = {
  conversation: Conversation
  viewerId: string
  /** The last message is on its way. */
  isWaiting: boolean
  /** A message was refused. */
  isFailed: boolean
  isOnline: boolean
  isTyping: boolean
  draft: string | null
}

/** A conversation in the smallest place, as a link to it; with the last message where there is room. */
export function ConversationChip({ conversation, isFailed, isOnline, ...rest }: Props) {
  const { recipient, totalNotSeenMessages } = conversation
  const isUnseen = totalNotSeenMessages > 0
  return (
    <Link
      to="/messages/$conversationId"
      params={{ conversationId: conversation._id }}
      className="flex w-20 flex-col items-center gap-1 rounded-card py-1 text-center transition-colors duration-150 hover:bg-raised lg:w-full lg:flex-row lg:gap-3 lg:px-2 lg:text-start"
    >
      <span className="relative">
        <PresenceAvatar person={recipient} isOnline={isOnline} />
        {isUnseen && (
          <span className="absolute -end-2 -top-1 flex">
            <UnseenCount count={totalNotSeenMessages} />
          </span>
        )}
      </span>
      <span className="w-full min-w-0">
        <span dir="auto" className={cx('block truncate text-sm', isUnseen ? 'font-bold' : 'font-medium')}>
          {recipient.name}
        </span>
        <span className="block truncate text-sm text-muted max-lg:hidden">
          <ConversationPreview conversation={conversation} {...rest} />
        </span>
        {isFailed && (
          <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger-ink">
            <CircleAlert className="size-4" aria-hidden="true" />
            <Trans>Failed</Trans>
          </span>
        )}
      </span>
    </Link>
  )
}
