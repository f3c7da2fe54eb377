import type { Statement } from '@vesper/sync/vesper/statements/statement.ts'
import { csvOf } from '../../core/media/csv-of.ts'

const COLUMNS = ['at', 'kind', 'what', 'title', 'receipt', 'reason', 'tokens', 'price', 'tax', 'fee', 'share'] as const
const ENDS = ['freeAt', 'payout', 'balance', 'id', 'hash'] as const
/** Columns of money: 1/10,000 of the currency in a statement, decimals in a table. */
const MONEY: ReadonlySet<string> = new Set(['price', 'tax', 'fee', 'share', 'balance'])

/** The lines of a statement as a table. The file that can be checked is the JSON. */
export function statementCsv({ head, lines }: Statement): string {
  const columns = [...COLUMNS, ...ENDS]
  const rows = lines.map(({ hash, line }) =>
    columns.map((column) => cellOf(column, column === 'hash' ? hash : line[column])),
  )
  const heads = columns.map((column) => (MONEY.has(column) ? `${column} (${head.currency})` : column))
  return csvOf([heads, ...rows])
}

function cellOf(column: string, value: unknown): string | number {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return MONEY.has(column) ? Number((value / 10_000).toFixed(4)) : value
  return typeof value === 'string' ? value : JSON.stringify(value)
}
