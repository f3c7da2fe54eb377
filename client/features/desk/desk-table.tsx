import type { ReactNode } from 'react'

type Props = {
  label: string
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

/** A table of the desk. On a phone each row is a card with the names of the columns beside its values. */
export function DeskTable({ label, columns, rows }: Props) {
  return (
    <table role="table" aria-label={label} className="w-full text-start text-sm max-sm:block">
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
        {rows.map(({ id, cells }) => (
          <tr
            key={id}
            role="row"
            data-place={id}
            className="border-t border-line align-top max-sm:grid max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3"
          >
            {cells.map((cell, at) => (
              <td
                key={columns[at]}
                role="cell"
                className="p-2 wrap-anywhere max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:gap-2 max-sm:p-1"
              >
                <span className="text-muted sm:hidden">{columns[at]}</span>
                <div className="grid justify-items-start gap-1">{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
