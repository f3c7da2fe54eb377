import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SitePage as Answer } from '@vesper/sync/vesper/api/pages.ts'
import { useUnit } from 'effector-react'
import { FileQuestionMark, FileText } from 'lucide-react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { MissingPage } from '../../core/page/missing-page.tsx'
import { usePageName } from '../../core/page/page-name.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { PageArticle } from '../../entities/site-pages/page-article.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'

/** A text of the site: terms, privacy, help. One that was read before stays readable without a connection. */
export function SitePage({ slug }: { slug: string }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const path = `/posts/${encodeURIComponent(slug)}`
  const query = { locale: i18n.locale }
  const { data, error, isLoading, mutate } = useKeptAnswer(path, Answer, { query })
  const keptAt = useKeptAt(path, query)
  const retry = () => void mutate()
  const isMissing = error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'invalid')
  usePageName(isMissing ? null : data?.title)
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={data && !isMissing ? data.title : t`About this site`} leading={<BackButton />} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-1 pb-10">
        {isMissing && (
          <MissingPage
            icon={<FileQuestionMark />}
            title={t`There is no such page`}
            action={
              <Link to="/pages" className={buttonClass('secondary')}>
                <Trans>All pages</Trans>
              </Link>
            }
          />
        )}
        {data && !isMissing && <Text page={data} keptAt={keptAt} />}
        {!data && isLoading && <Skeleton className="h-80 rounded-card" />}
        {!data && !isLoading && !isMissing && isOffline && <ListUnavailable icon={<FileText />} />}
        {!data && !isLoading && !isMissing && !isOffline && (
          <ErrorState title={t`This page could not be loaded`} message={errorMessage(error)} onRetry={retry} />
        )}
      </div>
    </main>
  )
}

function Text({ page, keptAt }: { page: Answer; keptAt: number | null }) {
  const { i18n } = useLingui()
  const changed = formatDate(new Date(page.updatedAt), i18n.locale, { dateStyle: 'long' })
  return (
    <>
      <p className="text-sm text-muted">
        <Trans>Last changed on {changed}</Trans>
      </p>
      <AsOf at={keptAt} />
      {/* A page without a text in this language is in English. */}
      <PageArticle locale={page.locale} body={page.body} />
      <p>
        <Link to="/pages" className="inline-flex min-h-target items-center font-semibold text-accent-ink">
          <Trans>All pages</Trans>
        </Link>
      </p>
    </>
  )
}
