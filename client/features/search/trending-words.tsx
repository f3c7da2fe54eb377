import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KeywordList } from '@vesper/sync/vesper/api/search.ts'
import { TrendingUp } from 'lucide-react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'

/** Words that many people searched for. Nothing where there are none, or none can be had. */
export function TrendingWords() {
  const { t } = useLingui()
  const { data } = useKeptAnswer('/search/list/keywords', KeywordList, { query: { pageSize: 10 } })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-labelledby="trending" className="grid grid-cols-1 gap-2">
      <h2 id="trending" className="flex items-center gap-2 text-lg font-bold">
        <TrendingUp className="size-5 text-accent-ink" aria-hidden="true" />
        <Trans>Trending searches</Trans>
      </h2>
      <ul role="list" aria-label={t`Trending searches`} className="flex flex-wrap gap-2">
        {data.data.map(({ keyword }) => (
          <li key={keyword} className="max-w-full">
            <Link
              to="/search"
              search={{ q: keyword }}
              className="inline-flex min-h-target max-w-full items-center rounded-full border border-line bg-surface px-4 text-sm font-medium hover:border-control"
            >
              <bdi className="truncate">{keyword}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
