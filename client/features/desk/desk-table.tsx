import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  label: string
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
  /** The rows that are ticked, where something can be done with many. */
  selection?: Selection | undefined
}

/** A table of the desk. On a phone each row is a card with the names of the columns beside its values. */
export function DeskTable({ label, columns, rows, selection }: Props) {
  const { t } = useLingui()
  const count = rows.length
  return (
    <>
      {selection && (
        <Checkbox label={t`Select all ${count}`} checked={selection.isAll} onChange={selection.toggleAll} />
      )}
      <table role="table" aria-label={label} className="w-full text-start text-sm max-sm:block">
        <thead role="rowgroup" className="text-muted max-sm:hidden">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className="p-2">
                <span className="sr-only">{t`Select`}</span>
              </th>
            )}
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className="p-2 text-start font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:grid max-sm:gap-2">
          {rows.map(({ id, cells }, at) => (
            <tr
              key={id}
              role="row"
              data-place={id}
              className="border-t border-line align-top max-sm:grid max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-3"
            >
              {selection && <SelectCell id={id} number={at + 1} selection={selection} />}
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  role="cell"
                  className="p-2 wrap-anywhere max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:gap-2 max-sm:p-1"
                >
                  <span className="text-muted sm:hidden">{columns[index]}</span>
                  <div className="grid justify-items-start gap-1 lg:min-w-24 [&>:is(button,.rounded-full)]:wrap-normal">
                    {cell}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function SelectCell({ id, number, selection }: { id: string; number: number; selection: Selection }) {
  const { t } = useLingui()
  return (
    <td role="cell" className="sm:ps-2">
      <Checkbox
        label={<span className="text-muted sm:sr-only">{t`Select ${number}`}</span>}
        checked={selection.isSelected(id)}
        onChange={() => selection.toggle(id)}
      />
    </td>
  )
}
