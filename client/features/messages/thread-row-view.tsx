import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import type { Quote } from '@vesper/sync/vesper/records/message.ts'
import type { ReactNode } from 'react'
import { noFiles, pendingFileIds } from './composer/optimistic-echoes.ts'
import type { OnItsWay } from './composer/optimistic-echoes.ts'
import { DayDivider, NewDivider } from './history/dividers.tsx'
import type { LatestReceipts } from './history/latest-receipts.ts'
import type { ThreadRow } from './history/thread-rows.ts'
import type { MessageActions } from './menu/use-message-actions.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { sendState } from './send-state.ts'
import type { Reach, SendState } from './send-state.ts'
import { ThreadStart } from './thread-start.tsx'

/** The inputs of a row, beside itself. */
type Frame = OnItsWay & {
  conversation: Conversation
  newest: LatestReceipts
  targetId: string | null
  viewerId: string
  onQuote: (quote: Quote) => void
  actions: MessageActions
}

const sent: Record<Reach, SendState> = {
  server: { kind: 'sent', reach: 'server' },
  device: { kind: 'sent', reach: 'device' },
  seen: { kind: 'sent', reach: 'seen' },
}

/**
 * A row of a thread. Not a component: each row is looked at whenever anything in the thread changes, and only the bubble
 * remembers what it was drawn from.
 */
export function threadRowView(
  row: ThreadRow,
  { conversation, unsent, echoes, newest, targetId, viewerId, onQuote, actions }: Frame,
): ReactNode {
  if (row.kind === 'start') return <ThreadStart recipient={conversation.recipient} />
  if (row.kind === 'day') return <DayDivider at={row.at} />
  if (row.kind === 'new') return <NewDivider />
  const { message, isOwn, place, spaceAfter } = row
  const waiting = unsent.get(message._id)
  const state = isOwn ? sendState(message.seq, waiting?.record, conversation) : null
  return (
    <MessageBubble
      message={message}
      place={place}
      spaceAfter={spaceAfter}
      state={same(state)}
      saysReach={message._id === newest.seenId || message._id === newest.deliveredId}
      isTarget={message._id === targetId}
      senderName={conversation.recipient.name}
      viewerId={viewerId}
      onQuote={onQuote}
      pendingFileIds={state && state.kind !== 'sent' ? pendingFileIds(message._id, { unsent, echoes }) : noFiles}
      actions={actions}
    />
  )
}

/** One object for each state that says no more than its name, so that a row is not drawn again for nothing. */
function same(state: SendState | null): SendState | null {
  return state?.kind === 'sent' ? sent[state.reach] : state
}
