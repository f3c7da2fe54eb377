import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { OwnReportList } from '@vesper/sync/vesper/api/cases.ts'
import type { OwnReport } from '@vesper/sync/vesper/api/cases.ts'
import { useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useCategoryNames } from '../../entities/decisions/use-category-names.ts'
import { useDecisionWords } from '../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** The own reports, each with its case number and with the decision that it led to. */
export function OwnReports() {
  const { t } = useLingui()
  const [current, setCurrent] = useState(1)
  const list = usePagedList({ path: '/reports/mine', answer: OwnReportList, search: { current } })
  return (
    <PagedList
      list={list}
      label={t`Your reports`}
      failedTitle={t`Your reports could not be loaded`}
      className="grid grid-cols-1 gap-2"
      skeleton={<Skeleton className="h-24 rounded-card" />}
      empty={
        <p className="text-sm text-muted">
          <Trans>You have reported nothing.</Trans>
        </p>
      }
      onMore={() => setCurrent(current + 1)}
    >
      {(report) => <Row report={report} />}
    </PagedList>
  )
}

function Row({ report }: { report: OwnReport }) {
  const { t, i18n } = useLingui()
  const { things } = useDecisionWords()
  const names = useCategoryNames()
  const { caseNumber, objectType, preview, category, text, state, decisionId, createdAt } = report
  const states: Record<OwnReport['state'], string> = {
    open: t`We look at it`,
    decided: t`Decided`,
    closed: t`Closed`,
  }
  return (
    <div className="grid grid-cols-1 gap-1 rounded-card border border-line bg-surface p-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">
          {things[objectType]}: {names[category]}
        </span>
        <Badge tone={state === 'open' ? 'warning' : 'neutral'}>{states[state]}</Badge>
      </p>
      {[preview, text]
        .filter((words) => words !== '')
        .map((words, at) => (
          <p key={at} dir="auto" className="line-clamp-3 wrap-anywhere text-muted">
            {words}
          </p>
        ))}
      <p className="text-muted">
        <Trans>
          Case <bdi>{caseNumber}</bdi>
        </Trans>
        {' · '}
        <time dateTime={createdAt}>{formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium' })}</time>
      </p>
      {decisionId !== null && (
        <p>
          <Link to="/user/decisions/$decisionId" params={{ decisionId }} className={textLinkClass}>
            <Trans>Read the decision</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}
