import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CaseRow } from '@vesper/sync/vesper/api/cases.ts'
import { useCategoryNames } from '../../../entities/decisions/use-category-names.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { DeskTable } from '../desk-table.tsx'
import type { Selection } from '../use-selection.ts'
import { DueTime } from './due-time.tsx'
import { useCaseWords } from './use-case-words.ts'

type Props = { cases: readonly CaseRow[]; selection?: Selection | undefined }

/** The cases with their urgency. */
export function CaseTable({ cases, selection }: Props) {
  const { t } = useLingui()
  const { states, priorities } = useCaseWords()
  const columns = [t`Case`, t`Author`, t`Reports`, t`Priority`, t`Due`, t`Worked on by`]
  const rows = cases.map((row) => ({
    id: row._id,
    cells: [
      <CaseName key="case" row={row} />,
      <bdi key="author">{row.target.username ?? row.target.name}</bdi>,
      <Reports key="reports" row={row} />,
      <Badge key="priority" tone={row.priority < 2 ? 'danger' : 'neutral'}>
        {priorities[row.priority] ?? row.priority}
      </Badge>,
      row.state === 'closed' ? <span key="due">{states.closed}</span> : <DueTime key="due" at={row.dueAt} />,
      <bdi key="claim">{row.claim === null ? '' : row.claim.isOwn ? t`You` : row.claim.by}</bdi>,
    ],
  }))
  return <DeskTable label={t`Cases`} {...{ columns, rows, selection }} />
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
