import type { Conversation } from '@vesper/sync/records/conversation.ts'
import type { ReactNode } from 'react'
import type { Submission } from './composer-model.ts'
import { DayLine, NewLine } from './day-line.tsx'
import { MessageBubble } from './message-bubble.tsx'
import type { MessageActions } from './message-menu.tsx'
import { sendState } from './send-state.ts'
import type { SendState } from './send-state.ts'
import type { ThreadRow } from './thread-rows.ts'
import { ThreadStart } from './thread-start.tsx'
import type { Unsent } from './unsent-messages.ts'

/** What a row is drawn from, beside itself. */
type Frame = {
  conversation: Conversation
  viewerId: string
  unsent: ReadonlyMap<string, Unsent>
  echoes: readonly Submission[]
  newestSeenId: string | null
  actions: MessageActions
}

const noFiles: readonly string[] = []
const sent: SendState = { kind: 'sent', seen: false }
const seen: SendState = { kind: 'sent', seen: true }

/**
 * A row of a thread. Not a component: each row is looked at whenever anything in the thread changes, and only the bubble
 * remembers what it was drawn from.
 */
export function threadRowView(
  row: ThreadRow,
  { conversation, viewerId, unsent, echoes, newestSeenId, actions }: Frame,
): ReactNode {
  if (row.kind === 'start') return <ThreadStart recipient={conversation.recipient} />
  if (row.kind === 'day') return <DayLine at={row.at} />
  if (row.kind === 'new') return <NewLine />
  const { message, place, spaceAfter } = row
  const isOwn = message.senderId === viewerId
  const waiting = unsent.get(message._id)
  const state = isOwn ? sendState(message.seq, waiting?.record, conversation.recipientReadSeq) : null
  return (
    <MessageBubble
      message={message}
      place={place}
      spaceAfter={spaceAfter}
      state={same(state)}
      isNewestSeen={message._id === newestSeenId}
      senderName={conversation.recipient.name}
      pendingFileIds={
        state && state.kind !== 'sent' ? (waiting?.args.fileIds ?? echoedFiles(echoes, message._id)) : noFiles
      }
      actions={actions}
    />
  )
}

function echoedFiles(echoes: readonly Submission[], messageId: string): readonly string[] {
  return echoes.find((echo) => echo.messageId === messageId)?.fileIds ?? noFiles
}

/** One object for each state that says no more than its name, so that a row is not drawn again for nothing. */
function same(state: SendState | null): SendState | null {
  if (state?.kind !== 'sent') return state
  return state.seen ? seen : sent
}
