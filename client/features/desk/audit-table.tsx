import { useLingui } from '@lingui/react/macro'
import type { AuditRecord } from '@vesper/sync/vesper/api/staff.ts'
import type { ReactNode } from 'react'
import { formatDate } from '../../ui/text/date-format.ts'

/** Entries of the audit. On a phone each row is a card with the names of the columns beside its values. */
export function AuditTable({ entries }: { entries: readonly AuditRecord[] }) {
  const { t } = useLingui()
  const columns = [t`Time`, t`By`, t`Action`, t`Subject`, t`Change`]
  return (
    <table role="table" aria-label={t`Audit log`} className="w-full text-start text-sm max-sm:block">
      <thead role="rowgroup" className="text-muted max-sm:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="p-2 text-start font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:gap-2">
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ entry, columns }: { entry: AuditRecord; columns: readonly string[] }) {
  const { i18n } = useLingui()
  const at = formatDate(new Date(entry.at), i18n.locale, { dateStyle: 'short', timeStyle: 'medium' })
  const change = [entry.before, entry.after].filter((state) => state != null).map((state) => JSON.stringify(state))
  const cells: ReactNode[] = [
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
  return (
    <tr
      role="row"
      className="border-t border-line align-top max-sm:grid max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3"
    >
      {cells.map((cell, at) => (
        <td
          key={columns[at]}
          role="cell"
          className="p-2 wrap-anywhere max-sm:grid max-sm:grid-cols-[6rem_1fr] max-sm:gap-2 max-sm:p-1"
        >
          <span aria-hidden="true" className="text-muted sm:hidden">
            {columns[at]}
          </span>
          {cell}
        </td>
      ))}
    </tr>
  )
}
