import { useLingui } from '@lingui/react/macro'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { ConversationItem } from './conversation-item.tsx'
import { $presence, $typing } from './model.ts'
import { useListBadges } from './use-list-badges.ts'
import { useVisibleRows } from './use-visible-rows.ts'

const ROW = 80

type Props = {
  conversations: Conversation[]
  viewerId: string
  onNearEnd: () => void
  onShown: (ids: string[]) => void
  /** Content below the last row, in the same scroller. */
  below?: ReactNode
}

/** The list itself: only the rows near the screen are in the document. */
export function ConversationRows({ conversations, viewerId, onNearEnd, onShown, below }: Props) {
  const { t } = useLingui()
  const [presence, typing] = useUnit([$presence, $typing])
  const { waiting, failed, drafts } = useListBadges()
  const { scroller, first, end } = useVisibleRows(conversations.length, ROW)
  const shown = conversations.slice(first, end)
  const shownIds = shown.map(({ _id }) => _id).join()
  useEffect(() => {
    if (end >= conversations.length - 7) onNearEnd()
  }, [end, conversations.length, onNearEnd])
  useEffect(() => onShown(shownIds ? shownIds.split(',') : []), [shownIds, onShown])
  return (
    <div
      ref={scroller}
      data-scroller="conversations"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4"
    >
      <ul role="list" aria-label={t`Conversations`} className="relative" style={{ height: conversations.length * ROW }}>
        {shown.map((conversation, index) => {
          const { _id, recipient, lastMessage } = conversation
          return (
            <li
              key={_id}
              aria-setsize={conversations.length}
              aria-posinset={first + index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW, transform: `translateY(${(first + index) * ROW}px)` }}
            >
              <ConversationItem
                conversation={conversation}
                viewerId={viewerId}
                isWaiting={lastMessage !== null && waiting.has(lastMessage._id)}
                isFailed={failed.has(_id)}
                isOnline={presence[recipient._id]?.online ?? false}
                isTyping={typing.has(_id)}
                draft={drafts.get(_id) || null}
              />
            </li>
          )
        })}
      </ul>
      {below}
    </div>
  )
}
