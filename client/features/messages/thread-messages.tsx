import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { memo, useCallback, useEffect, useMemo } from 'react'
import { shapeOf } from '../../core/media/upload-previews.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Submission } from './composer/composer-model.ts'
import { pendingFileIds, withOptimisticEchoes } from './composer/optimistic-echoes.ts'
import { withUnsent } from './composer/unsent-messages.ts'
import { latestReceipts } from './history/latest-receipts.ts'
import type { LatestReceipts } from './history/latest-receipts.ts'
import { LoadOlderRow } from './history/load-older-row.tsx'
import { threadRows } from './history/thread-rows.ts'
import type { ThreadRow } from './history/thread-rows.ts'
import { useMarkAsRead } from './history/use-mark-as-read.ts'
import type { Thread } from './history/use-thread.ts'
import { useUnreadDivider } from './history/use-unread-divider.ts'
import type { MessageActions } from './menu/use-message-actions.tsx'
import { useMessageTools } from './menu/use-message-tools.tsx'
import { useQuoted } from './reply/use-quoted.ts'
import { initialMessage } from './scroll/initial-message.ts'
import { ThreadLog } from './thread-log.tsx'
import { threadRowView } from './thread-row-view.tsx'

type Props = {
  conversation: Conversation
  viewerId: string
  isOffline: boolean
  thread: Thread
  /** `seq` of the message that the thread was opened for. */
  at: number | undefined
  actions: MessageActions
  echoes: readonly Submission[]
  onShown: (messageIds: ReadonlySet<string>) => void
}

/** The messages of a thread. Keys pressed in the box beside it do not draw it again. */
export const ThreadMessages = memo(function ThreadMessages(props: Props) {
  const { conversation, viewerId, thread, at, actions, echoes } = props
  const { snapshot, unsent, trim } = thread
  const sync = useSync()
  const newAfterSeq = useUnreadDivider(conversation)
  const { onAtEnd } = useMarkAsRead({ sync, conversation, newestSeq: snapshot.newestSeq })
  const messages = useShownMessages(props)
  const { atStart, head, onNearStart } = useOlder(props)
  const rows = useMemo(
    () => threadRows({ messages, atStart, newAfterSeq, viewerId }),
    [messages, atStart, newAfterSeq, viewerId],
  )
  const newest = useNewestReached(messages, props)
  const place = useMemo(() => initialMessage(messages, at), [messages, at])
  const { found, onQuote } = useQuoted(messages, conversation._id)
  const targetId = found?.id ?? (place.kind === 'message' ? place.id : null)
  const renderRow = useCallback(
    (row: ThreadRow | undefined) =>
      row && threadRowView(row, { conversation, unsent, echoes, newest, targetId, viewerId, onQuote, actions }),
    [conversation, unsent, echoes, newest, targetId, viewerId, onQuote, actions],
  )
  const { frame, tools } = useMessageTools({ messages, viewerId, actions })
  const filesOf = (message: Message) =>
    isConfirmed(message) ? message.files : pendingFileIds(message._id, { unsent, echoes }).map(shapeOf)
  return (
    <div ref={frame} className="contents">
      <ThreadLog
        rows={rows}
        filesOf={filesOf}
        place={place}
        found={found}
        renderRow={renderRow}
        head={head}
        unseenBelow={unseenCount(messages, conversation.readSeq, viewerId)}
        onNearStart={onNearStart}
        onAtEnd={onAtEnd}
        onJump={trim}
        newestOwnPending={newestPending(messages)}
      />
      {tools}
    </div>
  )
})

/** The device's messages, the refused ones, and those just submitted. */
function useShownMessages({ conversation, viewerId, thread, echoes, onShown }: Props): Message[] {
  const { snapshot, unsent } = thread
  const conversationId = conversation._id
  useEffect(() => {
    if (echoes.length === 0) return
    // Until the outbox's record of it has been read, the echo alone knows the files of a message on its way.
    const shown = snapshot.messages.slice(-100).filter((one) => isConfirmed(one) || unsent.has(one._id))
    const ids = new Set(shown.map(({ _id }) => _id))
    // One that was refused has no row.
    for (const [id, { record }] of unsent) if (record.state === 'rejected') ids.add(id)
    onShown(ids)
  }, [echoes.length, snapshot.messages, unsent, onShown])
  return useMemo(
    () => withOptimisticEchoes(withUnsent(snapshot.messages, unsent), echoes, { conversationId, senderId: viewerId }),
    [snapshot.messages, unsent, echoes, conversationId, viewerId],
  )
}

function useOlder({ conversation, isOffline, thread: { snapshot, older } }: Props) {
  const { lastSeq } = conversation
  const atStart = snapshot.oldestSeq === 1 || (snapshot.oldestSeq === null && lastSeq === 0)
  const hasOlder = !atStart && !snapshot.exhausted
  const onNearStart = useCallback(() => {
    if (snapshot.older === 'idle' && hasOlder) older(lastSeq)
  }, [snapshot.older, hasOlder, older, lastSeq])
  useEffect(() => {
    if (snapshot.older === 'offline' && !isOffline) older(lastSeq)
    // The line is back: that alone is the reason, not that the attempt has failed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOffline])
  // A bad line loses a request and is there all the while: nothing is going to come back by itself.
  const state = snapshot.older === 'offline' && !isOffline ? 'failed' : snapshot.older
  const head = useMemo(
    () => <LoadOlderRow state={state} hasOlder={hasOlder} onRetry={() => older(lastSeq)} />,
    [state, hasOlder, older, lastSeq],
  )
  return { atStart, head, onNearStart }
}

function useNewestReached(messages: Message[], { viewerId, conversation }: Props): LatestReceipts {
  const { recipientReadSeq, recipientDeliveredSeq } = conversation
  return useMemo(
    () => latestReceipts(messages, viewerId, { recipientReadSeq, recipientDeliveredSeq }),
    [messages, viewerId, recipientReadSeq, recipientDeliveredSeq],
  )
}

function newestPending(messages: Message[]): string | null {
  const last = messages.at(-1)
  return last && !isConfirmed(last) ? last._id : null
}

function unseenCount(messages: Message[], readSeq: number, viewerId: string): number {
  let count = 0
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index]
    if (!message || message.seq <= readSeq) break
    if (isConfirmed(message) && message.senderId !== viewerId && isNews(message)) count += 1
  }
  return count
}

/** A tip without words is told by its notice. */
function isNews({ isDeleted, tip, text }: Message): boolean {
  return !isDeleted && !(tip && !text)
}
