import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Conversation } from '@vesper/sync/records/conversation.ts'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { ConversationItem } from './conversation-item.tsx'
import { $presence, $typing } from './model.ts'
import { useListExtras } from './use-list-extras.ts'

const ROW = 80

type Props = {
  conversations: Conversation[]
  viewerId: string
  onNearEnd: () => void
  onShown: (ids: string[]) => void
}

/** The list itself: only the rows near the screen are in the document. */
export function ConversationRows({ conversations, viewerId, onNearEnd, onShown }: Props) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const [presence, typing] = useUnit([$presence, $typing])
  const { waiting, failed, drafts } = useListExtras()
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => conversations[index]?._id ?? index,
    overscan: 6,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const shownIds = shown.map((item) => item.key).join()
  useEffect(() => {
    if (last >= conversations.length - 8) onNearEnd()
  }, [last, conversations.length, onNearEnd])
  useEffect(() => onShown(shownIds ? shownIds.split(',') : []), [shownIds, onShown])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <ul role="list" aria-label={t`Conversations`} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map((item) => {
          const conversation = conversations[item.index]
          if (!conversation) return null
          const { _id, recipient, lastMessage } = conversation
          return (
            <li
              key={item.key}
              aria-setsize={conversations.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW, transform: `translateY(${item.start}px)` }}
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
    </div>
  )
}
