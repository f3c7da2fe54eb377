import { Plural, Trans } from '@lingui/react/macro'
import type { Conversation } from '@vesper/sync/records/conversation.ts'
import { Ban, Clock3, Image } from 'lucide-react'

type Props = {
  conversation: Conversation
  viewerId: string
  isWaiting: boolean
  isTyping: boolean
  draft: string | null
}

const icon = 'me-1 inline size-4 shrink-0 align-[-0.18em]'

/** What a conversation is at, in one line. */
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
      <>
        <span className="font-medium text-star">
          <Trans>Draft:</Trans>
        </span>{' '}
        <bdi>{draft}</bdi>
      </>
    )
  }
  if (!lastMessage) return <Trans>No messages yet</Trans>
  const isOwn = lastMessage.senderId === viewerId
  return (
    <>
      {isOwn && isWaiting && (
        <>
          <Clock3 className={icon} aria-hidden="true" />
          <span className="sr-only">
            <Trans>Waiting</Trans>{' '}
          </span>
        </>
      )}
      {isOwn && !lastMessage.isDeleted && (
        <>
          <Trans>You:</Trans>{' '}
        </>
      )}
      <LastWords lastMessage={lastMessage} />
    </>
  )
}

function LastWords({ lastMessage }: { lastMessage: NonNullable<Conversation['lastMessage']> }) {
  if (lastMessage.isDeleted) {
    return (
      <>
        <Ban className={icon} aria-hidden="true" />
        <i>
          <Trans>Message deleted!</Trans>
        </i>
      </>
    )
  }
  return (
    <>
      {lastMessage.fileCount > 0 && <Image className={icon} aria-hidden="true" />}
      {lastMessage.text ? (
        <bdi>{lastMessage.text}</bdi>
      ) : (
        <Plural value={lastMessage.fileCount} one="Photo or video" other="# photos or videos" />
      )}
    </>
  )
}
