import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
import { useCategoryNames } from '../../../entities/decisions/use-category-names.ts'
import { formatDate } from '../../../ui/text/date-format.ts'

/** The reports of a case, each with its reason and the words of its sender. */
export function CaseReports({ reports }: { reports: CaseDetail['reportList'] }) {
  const { t, i18n } = useLingui()
  const names = useCategoryNames()
  if (reports.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>Nobody has reported it.</Trans>
      </p>
    )
  return (
    <ul role="list" aria-label={t`Reports`} className="grid grid-cols-1 gap-3">
      {reports.map(({ _id, by, category, text, createdAt }) => (
        <li key={_id} className="grid grid-cols-1 gap-1 border-t border-line pt-3 text-sm first:border-0 first:pt-0">
          <p>
            <span className="font-semibold">{names[category]}</span>
            {' · '}
            <bdi>{by === null ? t`A visitor` : (by.username ?? by.name)}</bdi>
            {' · '}
            <time dateTime={createdAt} className="text-muted">
              {formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </p>
          {text !== '' && (
            <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
