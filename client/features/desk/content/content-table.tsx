import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { useContentStates } from './use-content-states.ts'

type Props = { rows: readonly ContentRow[]; onDecide: ((row: ContentRow) => void) | null }

/** Things of one kind. On a phone each row is a card with the names of the columns beside its values. */
export function ContentTable({ rows, onDecide }: Props) {
  const { t } = useLingui()
  const columns = [t`Words`, t`Author`, t`State`, t`Time`, t`Decision`]
  return (
    <table role="table" aria-label={t`Content`} className="w-full text-start text-sm max-sm:block">
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
        {rows.map((row) => (
          <Row key={row._id} row={row} columns={columns} onDecide={onDecide} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, columns, onDecide }: Omit<Props, 'rows'> & { row: ContentRow; columns: readonly string[] }) {
  const { i18n } = useLingui()
  const { things } = useDecisionWords()
  const states = useContentStates()
  const at = formatDate(new Date(row.createdAt), i18n.locale, { dateStyle: 'short', timeStyle: 'short' })
  const cells: ReactNode[] = [
    <span key="words" dir="auto" className="line-clamp-3">
      {row.preview === '' ? things[row.objectType] : row.preview}
    </span>,
    <bdi key="author">{row.author.username ?? row.author.name}</bdi>,
    <Badge key="state" className="justify-self-start" tone={row.state === 'hidden' ? 'warning' : 'neutral'}>
      {states[row.state]}
    </Badge>,
    <time key="at" dateTime={row.createdAt}>
      {at}
    </time>,
    <Deed key="deed" row={row} onDecide={onDecide} />,
  ]
  return (
    <tr
      role="row"
      data-place={row._id}
      className="border-t border-line align-top max-sm:grid max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3"
    >
      {cells.map((cell, place) => (
        <td
          key={columns[place]}
          role="cell"
          className="p-2 wrap-anywhere max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:gap-2 max-sm:p-1"
        >
          <span className="text-muted sm:hidden">{columns[place]}</span>
          {cell}
        </td>
      ))}
    </tr>
  )
}

/** The case about a thing; a decision begins one where there is none. */
function Deed({ row, onDecide }: { row: ContentRow; onDecide: Props['onDecide'] }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const name = row.preview.slice(0, 40)
  if (row.caseId !== null)
    return (
      <Link to="/desk/cases/$caseId" params={{ caseId: row.caseId }} className={textLinkClass}>
        <Trans>Open case</Trans>
      </Link>
    )
  if (onDecide === null) return <span />
  return (
    <Button
      kind="secondary"
      className="justify-self-start"
      disabled={isOffline}
      aria-label={name === '' ? undefined : t`Decide… ${name}`}
      onClick={() => onDecide(row)}
    >
      <Trans>Decide…</Trans>
    </Button>
  )
}
