import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PageList } from '@vesper/sync/vesper/api/pages.ts'
import { useUnit } from 'effector-react'
import { ChevronRight, FileText } from 'lucide-react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'

const PATH = '/posts/search'

/** The texts of the site. */
export function PagesList() {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const query = { locale: i18n.locale, sortBy: 'title', sort: 'asc', pageSize: 100 }
  const { data, error, isLoading, mutate } = useKeptAnswer(PATH, PageList, { query })
  const keptAt = useKeptAt(PATH, query)
  const retry = () => void mutate()
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`About this site`} leading={<BackButton />} />
      <div className="safe-x grid grid-cols-1 gap-3 pt-1 pb-10">
        {data && <AsOf at={keptAt} />}
        {data && (
          <ul role="list" aria-label={t`Pages`} className="grid grid-cols-1 gap-2">
            {data.data.map(({ _id, slug, title, locale }) => (
              <li key={_id}>
                <Link
                  to="/pages/$slug"
                  params={{ slug }}
                  className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-4 font-semibold shadow-card hover:border-control"
                >
                  <FileText className="size-5 shrink-0 text-accent-ink" aria-hidden="true" />
                  <bdi lang={locale} className="min-w-0 flex-1">
                    {title}
                  </bdi>
                  <ChevronRight className="mirrored size-5 shrink-0 text-faint" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link to="/report" className={textLinkClass}>
          <Trans>Report a page</Trans>
        </Link>
        {!data && isLoading && <Skeleton className="h-60 rounded-card" />}
        {!data && !isLoading && isOffline && <ListUnavailable icon={<FileText />} />}
        {!data && !isLoading && !isOffline && (
          <ErrorState title={t`This list could not be loaded`} message={errorMessage(error)} onRetry={retry} />
        )}
      </div>
    </main>
  )
}
