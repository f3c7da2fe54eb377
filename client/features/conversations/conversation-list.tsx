import { Trans, useLingui } from '@lingui/react/macro'
import { wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'
import { MessageCircle } from 'lucide-react'
import { Suspense, useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { ConversationRows } from './conversation-rows.tsx'
import { ConversationSearch } from './conversation-search.tsx'
import { ConversationsSkeleton } from './conversations-skeleton.tsx'
import { useConversations } from './use-conversations.ts'

// Loaded on the first search only.
const FoundMessages = lazyAgain(
  async () => (await import('./message-search/found-messages.tsx')).FoundMessages,
  'pages',
)

type Props = {
  viewerId: string
  contents: Contents
  /** The words of the search. It outlives this list, which a phone leaves for what was found. */
  search: string
  onSearch: (search: string) => void
  onShown: (conversationIds: string[]) => void
  actions?: ReactNode
}

/** All conversations of the account, newest first, as they are on this device. */
export function ConversationList({ viewerId, contents, search, onSearch, onShown, actions }: Props) {
  const { t } = useLingui()
  const query = useDeferredValue(search)
  const { conversations, hasMore, more } = useConversations(query)
  // A mark alone, such as the stretch letter, is nothing to look for.
  const isSearch = wordsOf(query).length > 0
  const isEmpty = conversations?.length === 0
  const isLoading = conversations === null || (isEmpty && !isSearch && contents === 'coming')
  return (
    <section className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={t`Messages`} actions={actions} />
      <ConversationSearch value={search} onChange={onSearch} />
      {isLoading ? (
        <ConversationsSkeleton rows={6} className="px-5" />
      ) : isEmpty && !isSearch ? (
        <NothingHere isKnown={contents === 'here'} />
      ) : (
        <ConversationRows
          conversations={conversations}
          viewerId={viewerId}
          onNearEnd={hasMore ? more : nothing}
          onShown={onShown}
          below={
            isSearch && (
              <Suspense fallback={null}>
                <FoundMessages query={query.trim()} viewerId={viewerId} hasConversations={!isEmpty} />
              </Suspense>
            )
          }
        />
      )}
    </section>
  )
}

function nothing(): void {}

function NothingHere({ isKnown }: { isKnown: boolean }) {
  const { t } = useLingui()
  if (!isKnown) {
    return <ListUnavailable icon={<MessageCircle />} />
  }
  return (
    <EmptyState icon={<MessageCircle />} title={t`No conversations yet`}>
      <Trans>Open somebody's page and write the first message.</Trans>
    </EmptyState>
  )
}
