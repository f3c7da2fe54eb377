import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useLiveQuery } from 'dexie-react-hooks'
import type { ReactNode } from 'react'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { ConversationItem } from './conversation-item.tsx'
import { ConversationsSkeleton } from './conversations-skeleton.tsx'
import { $presence, $typing } from './model.ts'
import { useListExtras } from './use-list-badges.ts'

const SHOWN = 4

type Props = {
  viewerId: string
  /** None on this device may still be some on the server. */
  isLoading: boolean
}

/** The latest conversations, for the home page; nothing when there are none. */
export function RecentConversations({ viewerId, isLoading }: Props) {
  return (
    <WithSync fallback={isLoading && <Section content={skeleton} />}>
      <Recent viewerId={viewerId} isLoading={isLoading} />
    </WithSync>
  )
}

const skeleton = (
  <ConversationsSkeleton rows={3} className="rounded-card border border-line bg-surface px-5 py-2 shadow-card" />
)

function Section({ content }: { content: ReactNode }) {
  const { t } = useLingui()
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
      {content}
    </section>
  )
}

function Recent({ viewerId, isLoading }: Props) {
  const { db } = useSync()
  const [presence, typing] = useUnit([$presence, $typing])
  const { waiting, failed, drafts } = useListExtras()
  const recent = useLiveQuery(() => db.conversations.orderBy('updatedAt').reverse().limit(SHOWN).toArray(), [db])
  if (!recent || (recent.length === 0 && isLoading)) return <Section content={skeleton} />
  if (recent.length === 0) return null
  return (
    <Section
      content={
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
      }
    />
  )
}
