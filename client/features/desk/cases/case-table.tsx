import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CaseRow } from '@vesper/sync/vesper/api/cases.ts'
import type { ReactNode } from 'react'
import { useCategoryNames } from '../../../entities/decisions/use-category-names.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { DueTime } from './due-time.tsx'
import { useCaseWords } from './use-case-words.ts'

/** The cases with their urgency. On a phone each row is a card with the names of the columns beside its values. */
export function CaseTable({ cases }: { cases: readonly CaseRow[] }) {
  const { t } = useLingui()
  const columns = [t`Case`, t`Author`, t`Reports`, t`Priority`, t`Due`, t`Worked on by`]
  return (
    <table role="table" aria-label={t`Cases`} className="w-full text-start text-sm max-sm:block">
      <thead role="rowgroup" className="text-muted max-sm:hidden">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="p-2 text-start font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:gap-2">
        {cases.map((one) => (
          <Row key={one._id} row={one} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, columns }: { row: CaseRow; columns: readonly string[] }) {
  const { t } = useLingui()
  const { states, priorities } = useCaseWords()
  const cells: ReactNode[] = [
    <CaseName key="case" row={row} />,
    <bdi key="author">{row.target.username ?? row.target.name}</bdi>,
    <Reports key="reports" row={row} />,
    <span key="priority">
      <Badge tone={row.priority < 2 ? 'danger' : 'neutral'}>{priorities[row.priority] ?? row.priority}</Badge>
    </span>,
    row.state === 'closed' ? <span key="due">{states.closed}</span> : <DueTime key="due" at={row.dueAt} />,
    <bdi key="claim">{row.claim === null ? '' : row.claim.isOwn ? t`You` : row.claim.by}</bdi>,
  ]
  return (
    <tr
      role="row"
      data-place={row._id}
      className="border-t border-line align-top max-sm:grid max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3"
    >
      {cells.map((cell, at) => (
        <td
          key={columns[at]}
          role="cell"
          className="p-2 wrap-anywhere max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:gap-2 max-sm:p-1"
        >
          <span className="text-muted sm:hidden">{columns[at]}</span>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function CaseName({ row }: { row: CaseRow }) {
  const { things } = useDecisionWords()
  const { states } = useCaseWords()
  return (
    <span className="grid justify-items-start gap-1">
      <Link to="/desk/cases/$caseId" params={{ caseId: row._id }} className={textLinkClass}>
        {/* One box: the link is a flex box, whose parts would stand side by side. */}
        <span>
          {things[row.objectType]}
          {row.preview !== '' && (
            <>
              {': '}
              <bdi>{row.preview}</bdi>
            </>
          )}
        </span>
      </Link>
      {row.state !== 'open' && (
        <Badge tone={row.state === 'appealed' ? 'warning' : 'neutral'}>{states[row.state]}</Badge>
      )}
    </span>
  )
}

function Reports({ row }: { row: CaseRow }) {
  const names = useCategoryNames()
  const { sources } = useCaseWords()
  const others = row.sources.filter((source) => source !== 'report')
  return (
    <span className="grid gap-0.5">
      {row.reports > 0 && (
        <span>
          <Plural value={row.reports} one="# report" other="# reports" />
        </span>
      )}
      <span className="text-muted">
        {[...row.categories.map((category) => names[category]), ...others.map((source) => sources[source])].join(', ')}
      </span>
    </span>
  )
}
