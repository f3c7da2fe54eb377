import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConversationChip } from './conversation-chip.tsx'
import { $presence, $typing } from './model.ts'
import { useListBadges } from './use-list-badges.ts'

const SHOWN = 6

type Props = {
  viewerId: string
  /** None on this device may still be some on the server. */
  isLoading: boolean
  /** Hears that the conversations, or that there are none, are shown. */
  onSettled: () => void
}

/** The latest conversations in a row, for the home page; nothing when there are none. */
export function RecentConversations({ viewerId, isLoading, onSettled }: Props) {
  return (
    <WithSync canWait fallback={isLoading && <Section content={skeleton} />}>
      <Recent viewerId={viewerId} isLoading={isLoading} onSettled={onSettled} />
    </WithSync>
  )
}

/** As many as may be shown, in their sizes: conversations that come move nothing. */
const skeleton = (
  <div aria-busy="true" className="flex gap-1 lg:grid lg:grid-cols-1">
    <span className="sr-only">
      <Trans>Loading conversations</Trans>
    </span>
    {Array.from({ length: SHOWN }, (_, index) => (
      <span key={index} className="grid w-20 justify-items-center gap-1 py-1 lg:w-full lg:justify-items-start lg:px-2">
        <Skeleton className="size-12 rounded-full" />
        <span className="flex h-5.5 items-center lg:hidden">
          <Skeleton className="h-3.5 w-14" />
        </span>
      </span>
    ))}
  </div>
)

function Section({ content }: { content: ReactNode }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Recent conversations`} className="relative shrink-0 lg:w-full">
      <div className="flex min-h-8 items-baseline justify-between gap-3">
        <h2 className="text-sm font-bold text-muted lg:text-lg lg:text-ink">
          <Trans>Conversations</Trans>
        </h2>
        <Link
          to="/messages"
          className="hidden min-h-target items-center text-sm font-semibold text-accent-ink lg:inline-flex"
        >
          <Trans>Show all</Trans>
        </Link>
      </div>
      {content}
    </section>
  )
}

function Recent({ viewerId, isLoading, onSettled }: Props) {
  const { db } = useSync()
  const [presence, typing] = useUnit([$presence, $typing])
  const { waiting, failed, drafts } = useListBadges()
  const found = useLiveQuery(
    async () => ({
      // None that were read before all was here may be some by now.
      isWhole: !isLoading,
      recent: await db.conversations.orderBy('updatedAt').reverse().limit(SHOWN).toArray(),
    }),
    [db, isLoading],
  )
  const { recent = [], isWhole = false } = found ?? {}
  const isComing = recent.length === 0 && !isWhole
  // The creators behind them come in the same frame.
  useLayoutEffect(() => {
    if (!isComing) onSettled()
  }, [isComing, onSettled])
  if (isComing) return <Section content={skeleton} />
  if (recent.length === 0) return null
  return (
    <Section
      content={
        <ul role="list" className="flex gap-1 lg:grid lg:grid-cols-1">
          {recent.map((conversation) => (
            <li key={conversation._id}>
              <ConversationChip
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
