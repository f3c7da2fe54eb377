import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSync, WithSync } from '../../with-sync.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { $presence, $typing } from './model.ts'
import { useListExtras } from './use-list-extras.ts'

const SHOWN = 4

/** The latest conversations, for the home page; nothing while there are none. */
export function RecentConversations({ viewerId }: { viewerId: string }) {
  return (
    <WithSync fallback={null}>
      <Recent viewerId={viewerId} />
    </WithSync>
  )
}

function Recent({ viewerId }: { viewerId: string }) {
  const { t } = useLingui()
  const { db } = useSync()
  const [presence, typing] = useUnit([$presence, $typing])
  const { waiting, failed, drafts } = useListExtras()
  const recent = useLiveQuery(() => db.conversations.orderBy('updatedAt').reverse().limit(SHOWN).toArray(), [db])
  if (!recent?.length) return null
  return (
    <section aria-label={t`Recent conversations`}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-bold">
          <Trans>Recent conversations</Trans>
        </h2>
        <Link to="/messages" className="inline-flex min-h-target items-center text-sm font-semibold text-accent-ink">
          <Trans>Show all</Trans>
        </Link>
      </div>
      <ul role="list" className="grid gap-1 rounded-card border border-line bg-surface p-2 shadow-card">
        {recent.map((conversation) => (
          <li key={conversation._id}>
            <ConversationItem
              conversation={conversation}
              viewerId={viewerId}
              isWaiting={conversation.lastMessage !== null && waiting.has(conversation.lastMessage._id)}
              isFailed={failed.has(conversation._id)}
              isOnline={presence[conversation.recipient._id]?.online ?? false}
              isTyping={typing.has(conversation._id)}
              draft={drafts.get(conversation._id) || null}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
