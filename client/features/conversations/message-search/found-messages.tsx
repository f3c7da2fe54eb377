import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { wordsOf } from '@vesper/sync/vesper/records/folded-text.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import { SearchX } from 'lucide-react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { listTime } from '../list-time.ts'
import { excerpt } from './excerpt.ts'
import type { Found } from './scan.ts'
import { useMessageSearch } from './use-message-search.ts'

type Props = {
  query: string
  viewerId: string
  /** True when the search has found conversations, which stand above. */
  hasConversations: boolean
}

const EXCERPT = { before: 24, length: 140 }

/** The messages on this device that have the words of a search, each a way to its place in the thread. */
export function FoundMessages({ query, viewerId, hasConversations }: Props) {
  const { t } = useLingui()
  const { phase, found, isCut } = useMessageSearch(query)
  const words = wordsOf(query)
  if (phase === 'failed') {
    return (
      <ErrorState
        title={t`The messages cannot be read`}
        message={t`The storage of this browser does not answer. Load the page again.`}
      />
    )
  }
  const count = found.length
  const isEmpty = count === 0
  return (
    <section aria-label={t`Messages found`} className="px-2 pb-4">
      <h2 className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
        <Trans>Messages</Trans>
      </h2>
      <p role="status" className={isEmpty && phase === 'done' ? 'sr-only' : 'px-3 pb-1 text-xs text-muted'}>
        {phase === 'searching' ? (
          <Trans>Searching…</Trans>
        ) : isCut ? (
          <Trans>The newest {count} matches. Add a word to find fewer.</Trans>
        ) : (
          <Plural value={count} _0="No message matches" one="# message matches" other="# messages match" />
        )}
      </p>
      <ul role="list" aria-label={t`Messages found`}>
        {found.map((one) => (
          <li key={one.message._id}>
            <FoundMessage found={one} words={words} viewerId={viewerId} />
          </li>
        ))}
      </ul>
      {isEmpty && phase === 'done' && <NothingFound query={query} hasConversations={hasConversations} />}
      <p className="px-3 pt-3 text-xs text-faint">
        <Trans>
          Search finds the messages on this device, online or offline. Scroll up in a conversation to load older
          messages.
        </Trans>
      </p>
    </section>
  )
}

function NothingFound({ query, hasConversations }: { query: string; hasConversations: boolean }) {
  const { t } = useLingui()
  if (hasConversations) {
    return (
      <p className="px-3 py-2 text-sm text-muted">
        <Trans>No message on this device matches “{query}”.</Trans>
      </p>
    )
  }
  return (
    <EmptyState icon={<SearchX />} title={t`Nothing found`}>
      <Trans>No conversation and no message on this device matches “{query}”.</Trans>
    </EmptyState>
  )
}

type RowProps = { found: Found; words: readonly string[]; viewerId: string }

function FoundMessage({ found: { message, conversation }, words, viewerId }: RowProps) {
  const { i18n } = useLingui()
  const { recipient } = conversation
  return (
    <Link
      to="/messages/$conversationId"
      params={{ conversationId: conversation._id }}
      search={isConfirmed(message) ? { at: message.seq } : {}}
      className="flex items-start gap-3 rounded-card px-3 py-2.5 transition-colors duration-150 hover:bg-raised focus-visible:outline-offset-[-2px]"
    >
      <Avatar name={recipient.name} src={recipient.avatar} size="sm" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-semibold text-ink">
            {recipient.name}
          </span>
          <time dateTime={message.createdAt} className="shrink-0 text-xs text-muted">
            {listTime(message.createdAt, new Date(), i18n.locale)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-muted">
          {message.senderId === viewerId && (
            <>
              <Trans>You:</Trans>{' '}
            </>
          )}
          <bdi>
            {excerpt(message.text, words, EXCERPT).map(({ text, isMatch }, index) =>
              isMatch ? (
                <mark key={index} className="rounded-sm bg-accent-soft font-semibold text-ink">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </bdi>
        </span>
      </span>
    </Link>
  )
}
