import { Statement } from '@vesper/sync/vesper/statements/statement.ts'
import type { StatementHead } from '@vesper/sync/vesper/statements/statement.ts'
import { verifyStatement } from '@vesper/sync/vesper/statements/verify-statement.ts'
import type { Verdict } from '@vesper/sync/vesper/statements/verify-statement.ts'
import * as v from 'valibot'
import { isKeyChanged, pinnedKeys } from './pinned-keys.ts'

/** The creator who checks, with the heads of the own statements that the device has. */
export type Checker = { performerId: string; heads: readonly StatementHead[] }

/**
 * How a check ended. `right`: the own statement of a month, as 2026-10. `foreign`: it is right, of another creator. `loose`: it is
 * right, and does not follow the statement of the month before that the device has. `other-key`: its key is none that the device
 * has seen, and the server shows another key than before.
 */
export type Checked =
  | Exclude<Verdict, { is: 'right' }>
  | { is: 'right' | 'loose'; month: string }
  | { is: 'foreign' | 'other-key' }

/** Checks a statement against what this device has. It needs no connection. Never throws. */
export async function checkStatement(value: unknown, { performerId, heads }: Checker): Promise<Checked> {
  const verdict = await verifyStatement(value, pinnedKeys())
  if (verdict.is === 'unknown-key' && isKeyChanged()) return { is: 'other-key' }
  if (verdict.is !== 'right') return verdict
  const { head } = v.parse(v.pick(Statement, ['head']), value)
  if (head.performerId !== performerId) return { is: 'foreign' }
  const before = heads.find(({ month }) => month === monthBefore(head.month))
  return { is: before && before.hash !== head.prevHash ? 'loose' : 'right', month: head.month }
}

function monthBefore(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - 1)
  return day.toISOString().slice(0, 7)
}
