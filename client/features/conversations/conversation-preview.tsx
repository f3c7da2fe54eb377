import { Plural, Trans } from '@lingui/react/macro'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { Ban, Clock3, Coins, Image, Lock } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  conversation: Conversation
  viewerId: string
  isWaiting: boolean
  isTyping: boolean
  draft: string | null
}

const icon = 'me-1 size-4 shrink-0'

/** The state of a conversation, in one line. */
export function ConversationPreview({ conversation, viewerId, isWaiting, isTyping, draft }: Props) {
  const { lastMessage } = conversation
  if (isTyping) {
    return (
      <span className="text-accent-ink">
        <Trans>typing…</Trans>
      </span>
    )
  }
  if (draft) {
    return (
      <Line>
        <span className="shrink-0 font-medium whitespace-pre text-star">
          <Trans>Draft:</Trans>{' '}
        </span>
        <Words>{draft}</Words>
      </Line>
    )
  }
  if (!lastMessage) return <Trans>No messages yet</Trans>
  const isOwn = lastMessage.senderId === viewerId
  return (
    <Line>
      {isOwn && isWaiting && (
        <>
          <Clock3 className={icon} aria-hidden="true" />
          <span className="sr-only">
            <Trans>Waiting</Trans>{' '}
          </span>
        </>
      )}
      {isOwn && !lastMessage.isDeleted && (
        <span className="shrink-0 whitespace-pre">
          <Trans>You:</Trans>{' '}
        </span>
      )}
      <LastWords lastMessage={lastMessage} />
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <span className="flex items-center">{children}</span>
}

/**
 * A person's own text. It has a direction of its own, so that the end which is cut off is its end, on whichever side.
 */
function Words({ children }: { children: string }) {
  return (
    <span dir="auto" className="min-w-0 truncate">
      {children}
    </span>
  )
}

function LastWords({ lastMessage }: { lastMessage: NonNullable<Conversation['lastMessage']> }) {
  if (lastMessage.sale?.isLocked) {
    return (
      <>
        <Lock className={icon} aria-hidden="true" />
        <span className="min-w-0 truncate">
          <Trans>Locked message</Trans>
        </span>
      </>
    )
  }
  if (lastMessage.isDeleted) {
    return (
      <>
        <Ban className={icon} aria-hidden="true" />
        <i className="min-w-0 truncate">
          <Trans>Message deleted!</Trans>
        </i>
      </>
    )
  }
  return (
    <>
      {lastMessage.tip !== undefined && <Coins className={icon} aria-hidden="true" />}
      {lastMessage.fileCount > 0 && <Image className={icon} aria-hidden="true" />}
      {lastMessage.text ? (
        <Words>{lastMessage.text}</Words>
      ) : lastMessage.tip !== undefined ? (
        <span className="min-w-0 truncate">
          <Plural value={lastMessage.tip} one="Tip of # token" other="Tip of # tokens" />
        </span>
      ) : (
        <span className="min-w-0 truncate">
          <Plural value={lastMessage.fileCount} one="Photo or video" other="# photos or videos" />
        </span>
      )}
    </>
  )
}
