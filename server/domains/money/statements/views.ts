import type { Statement as SignedStatement } from '@vesper/sync/vesper/statements/statement.ts'
import type { Statement } from './entity.ts'

/** A statement as it was signed. */
export function statementView({ head, lines, signature }: Statement): SignedStatement {
  return { head, lines: JSON.parse(lines) as SignedStatement['lines'], signature }
}
