import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { StatementList } from '@vesper/sync/vesper/api/cases.ts'
import type { Statement } from '@vesper/sync/vesper/api/cases.ts'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { useDecisionWords } from '../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { OwnReports } from './own-reports.tsx'
import { useAppealStates } from './use-appeal-states.ts'

/** The decisions of staff that concern the account, and the reports that it has sent. */
export function DecisionsPage() {
  const { t } = useLingui()
  const [current, setCurrent] = useState(1)
  const list = usePagedList({ path: '/decisions', answer: StatementList, search: { current } })
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader leading={<BackButton />} title={t`Decisions`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <PagedList
          list={list}
          label={t`Decisions`}
          failedTitle={t`The decisions could not be loaded`}
          className="grid grid-cols-1 gap-2"
          skeleton={<Skeleton className="h-24 rounded-card" />}
          empty={
            <EmptyState icon={<Scale />} title={t`No decisions`}>
              <Trans>Nobody has decided anything about you or what you publish.</Trans>
            </EmptyState>
          }
          onMore={() => setCurrent(current + 1)}
        >
          {(statement) => <Row statement={statement} />}
        </PagedList>
        <h2 className="mt-4 text-lg font-semibold">
          <Trans>Your reports</Trans>
        </h2>
        <OwnReports />
      </div>
    </main>
  )
}

function Row({ statement }: { statement: Statement }) {
  const { i18n } = useLingui()
  const { kinds, things } = useDecisionWords()
  const appeals = useAppealStates()
  const { _id, side, kind, objectType, preview, createdAt, appeal } = statement
  return (
    <div className="grid grid-cols-1 gap-1 rounded-card border border-line bg-surface p-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Link to="/user/decisions/$decisionId" params={{ decisionId: _id }} className={textLinkClass}>
          {kinds[kind]}: {things[objectType]}
        </Link>
        {side === 'reporter' && (
          <Badge>
            <Trans>You reported it</Trans>
          </Badge>
        )}
        {appeal && <Badge tone={appeal.state === 'open' ? 'warning' : 'neutral'}>{appeals[appeal.state]}</Badge>}
      </p>
      {preview !== '' && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
          {preview}
        </p>
      )}
      <time dateTime={createdAt} className="text-muted">
        {formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium' })}
      </time>
    </div>
  )
}
