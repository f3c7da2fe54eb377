import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import { useUnit } from 'effector-react'
import { $offline } from '../../../core/connection/model.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { DeskTable } from '../desk-table.tsx'
import type { Selection } from '../use-selection.ts'
import { useContentStates } from './use-content-states.ts'

type Props = {
  rows: readonly ContentRow[]
  onDecide: ((row: ContentRow) => void) | null
  selection?: Selection | undefined
}

/** Things of one kind. */
export function ContentTable({ rows, onDecide, selection }: Props) {
  const { t, i18n } = useLingui()
  const { things } = useDecisionWords()
  const states = useContentStates()
  const columns = [t`Words`, t`Author`, t`Status`, t`Time`, t`Decision`]
  const shown = rows.map((row) => ({
    id: row._id,
    cells: [
      <span key="words" dir="auto" className="line-clamp-3">
        {row.preview === '' ? things[row.objectType] : row.preview}
      </span>,
      <bdi key="author">{row.author.username ?? row.author.name}</bdi>,
      <Badge key="state" tone={row.state === 'hidden' ? 'warning' : 'neutral'}>
        {states[row.state]}
      </Badge>,
      <time key="at" dateTime={row.createdAt}>
        {formatDate(new Date(row.createdAt), i18n.locale, { dateStyle: 'short', timeStyle: 'short' })}
      </time>,
      <Deed key="deed" row={row} onDecide={onDecide} />,
    ],
  }))
  return <DeskTable label={t`Content`} {...{ columns, selection }} rows={shown} />
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
      disabled={isOffline}
      aria-label={name === '' ? undefined : t`Decide… ${name}`}
      onClick={() => onDecide(row)}
    >
      <Trans>Decide…</Trans>
    </Button>
  )
}
