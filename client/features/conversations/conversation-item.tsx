import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { ConversationPreview } from './conversation-preview.tsx'
import { listTime } from './list-time.ts'
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

/** A conversation in a list, as a link to it. */
export const ConversationItem = memo(function ConversationItem({ conversation, isFailed, isOnline, ...rest }: Props) {
  const { i18n } = useLingui()
  const now = useMinute()
  const { recipient, lastMessage, totalNotSeenMessages } = conversation
  const isUnseen = totalNotSeenMessages > 0
  return (
    <Link
      to="/messages/$conversationId"
      params={{ conversationId: conversation._id }}
      className={cx(
        'flex h-[4.75rem] items-center gap-3.5 rounded-card px-3 transition-colors duration-150 hover:bg-raised',
        'aria-[current=page]:bg-accent-soft focus-visible:outline-offset-[-2px]',
      )}
    >
      <PresenceAvatar person={recipient} isOnline={isOnline} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 font-semibold text-ink">
            <span dir="auto" className="truncate">
              {recipient.name}
            </span>
          </span>
          {lastMessage && (
            <time
              dateTime={lastMessage.createdAt}
              className={cx('shrink-0 text-xs', isUnseen ? 'font-semibold text-accent-ink' : 'text-muted')}
            >
              {listTime(lastMessage.createdAt, now, i18n.locale)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 flex-1 truncate text-sm', isUnseen ? 'text-ink' : 'text-muted')}>
            <ConversationPreview conversation={conversation} {...rest} />
          </span>
          {isFailed && <FailedMark />}
          {isUnseen && <UnseenCount count={totalNotSeenMessages} />}
        </span>
      </span>
    </Link>
  )
})

function FailedMark() {
  return (
    <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger-ink">
      <CircleAlert className="size-4" aria-hidden="true" />
      <Trans>Failed</Trans>
    </span>
  )
}
