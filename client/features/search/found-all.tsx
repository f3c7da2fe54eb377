import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SEARCH_FIRST, SEARCH_TOTAL_MAX, SearchAnswer } from '@vesper/sync/vesper/api/search.ts'
import type { SearchKind } from '@vesper/sync/vesper/api/search.ts'
import { useUnit } from 'effector-react'
import { SearchX } from 'lucide-react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { listTiming, VISITOR } from '../../core/api/use-cached-query.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { $user } from '../../core/session/model.ts'
import { useReadUntilPrepared } from '../../entities/content/use-read-until-prepared.ts'
import type { Preparable } from '../../entities/content/use-read-until-prepared.ts'
import { CardRow } from '../../ui/list/card-row.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { FoundList } from './found-list.tsx'
import { columnsOf, foundNames, kindNames } from './kind-names.ts'
import { kinds } from './search-address.ts'
import type { SearchSlots } from './search-slots.ts'

type Props = { q: string; slots: SearchSlots; onKind: (kind: SearchKind) => void }

/** The first things of each kind with these words. The ones found before stay until the next are there. */
export function FoundAll({ q, slots, onKind }: Props) {
  const { t } = useLingui()
  const account = useUnit($user)?._id ?? VISITOR
  const key = ['search', account, q]
  const { data, error, isLoading, mutate } = useSWR<SearchAnswer, unknown>(
    key,
    () => callApi({ path: '/search', query: { q }, answer: SearchAnswer }),
    { ...listTiming, keepPreviousData: true },
  )
  const retry = () => void mutate()
  useReadWhenBack({ key, error, read: mutate })
  useReadUntilPrepared(
    kinds.flatMap((kind): readonly Preparable[] => data?.[kind]?.data ?? []),
    mutate,
  )
  const totals = kinds.map((kind) => data?.[kind]?.total ?? 0)
  const total = totals.reduce((sum, found) => sum + found, 0)
  const isMore = totals.some((found) => found >= SEARCH_TOTAL_MAX)
  return (
    <div aria-busy={isLoading} className="grid grid-cols-1 gap-6">
      <p role="status" className="text-sm text-muted empty:hidden">
        {data && !isLoading && !isMore && <Plural value={total} one="# result" other="# results" />}
        {data && !isLoading && isMore && t`More than ${total} results`}
      </p>
      {!data && isLoading && <Skeleton className="h-66 rounded-card" />}
      {!data && !isLoading && (
        <ErrorState title={t`The search did not work`} message={errorMessage(error)} onRetry={retry} />
      )}
      {data && !isLoading && total === 0 && <NothingFound q={q} />}
      {data && kinds.map((kind) => <FoundKind key={kind} found={data} {...{ kind, slots, onKind }} />)}
    </div>
  )
}

/** Says that nothing was found, and what may help. */
export function NothingFound({ q }: { q: string }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={<SearchX />} title={t`Nothing found for “${q}”`}>
      <Trans>Check the spelling, or try other or fewer words.</Trans>
    </EmptyState>
  )
}

type KindProps = { kind: SearchKind; found: SearchAnswer; slots: SearchSlots; onKind: (kind: SearchKind) => void }

function FoundKind({ kind, found, slots, onKind }: KindProps) {
  const { t, i18n } = useLingui()
  const total = found[kind]?.total ?? 0
  const label = i18n._(foundNames[kind])
  const name = i18n._(kindNames[kind])
  if (total === 0) return null
  return (
    <section aria-labelledby={`found-${kind}`} className="grid grid-cols-1 gap-3">
      <div className="flex min-h-target items-center justify-between gap-3">
        <h2 id={`found-${kind}`} className="text-lg font-bold">
          {name}
        </h2>
        {total > SEARCH_FIRST && (
          <button
            type="button"
            aria-label={t`Show all: ${name}`}
            onClick={() => onKind(kind)}
            className="min-h-target px-2 text-sm font-semibold text-accent-ink"
          >
            <Trans>Show all</Trans>
          </button>
        )}
      </div>
      {kind === 'creators' && (
        <CardRow items={found.creators?.data ?? []} label={label}>
          {slots.creator}
        </CardRow>
      )}
      {kind === 'posts' && (
        <FoundList items={found.posts?.data ?? []} label={label} className={columnsOf.posts}>
          {slots.post}
        </FoundList>
      )}
      {kind !== 'creators' && kind !== 'posts' && (
        <CardRow items={found[kind]?.data ?? []} label={label}>
          {slots.asset}
        </CardRow>
      )}
    </section>
  )
}
