import { useLingui } from '@lingui/react/macro'
import type { AuditRecord } from '@vesper/sync/vesper/api/staff.ts'
import type { ReactNode } from 'react'
import { formatDate } from '../../ui/text/date-format.ts'
import { DeskTable } from './desk-table.tsx'

/** Entries of the audit, with who decided what about whom. */
export function AuditTable({ entries }: { entries: readonly AuditRecord[] }) {
  const { t, i18n } = useLingui()
  const columns = [t`Time`, t`By`, t`Action`, t`Subject`, t`Change`]
  const rows = entries.map((entry) => ({ id: entry._id, cells: cellsOf(entry, i18n.locale) }))
  return <DeskTable label={t`Audit log`} columns={columns} rows={rows} />
}

function cellsOf(entry: AuditRecord, locale: string): ReactNode[] {
  const at = formatDate(new Date(entry.at), locale, { dateStyle: 'short', timeStyle: 'medium' })
  const change = [entry.before, entry.after].filter((state) => state != null).map((state) => JSON.stringify(state))
  return [
    <time key="at" dateTime={entry.at}>
      {at}
    </time>,
    <bdi key="by">{entry.by}</bdi>,
    <code key="action">{entry.action}</code>,
    <code key="subject">{entry.subjectId}</code>,
    <span key="change" className="grid gap-1">
      {change.length > 0 && (
        <code dir="ltr" className="text-start">
          {change.join(' → ')}
        </code>
      )}
      {entry.text !== null && <span dir="auto">{entry.text}</span>}
    </span>,
  ]
}
