import { chainHash, FIRST_HASH } from '@vesper/sync/vesper/statements/statement.ts'
import type { Statement as SignedStatement, StatementLine } from '@vesper/sync/vesper/statements/statement.ts'
import type { App } from '../../../app.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { Statement } from './entity.ts'
import { balanceAt, firstMoved, linesOf } from './lines-of.ts'
import { boundsOf, isClosed, lastClosed, monthAfter, monthOf } from './months.ts'
import { signHead } from './sign-head.ts'

/** Makes the statements of the month that has ended, and of those before it that are missing. */
export const makeStatementsJob: RecurringJob = {
  kind: 'recurring',
  name: 'statements.make',
  everySeconds: 3600,
  async run(app, signal) {
    await makeAllStatements(app, signal)
  },
}

/** Makes all statements that are missing, of every creator who has ever sold something; answers of how many creators. */
export async function makeAllStatements(app: App, signal?: AbortSignal): Promise<number> {
  const rows = await app.orm.em.fork().execute<{ id: string }[]>(
    `select a.owner_id as id from money_account a where a.kind = 'earn_pending'
       and not exists (select 1 from statement s where s.performer_id = a.owner_id and s.month = ?)`,
    [lastClosed(app.clock())],
  )
  return workThrough(app, rows, { work: ({ id }) => makeStatements(app, id), signal })
}

/** Makes the statements of a creator's months that have ended and have none, the earliest first. */
export async function makeStatements(app: App, performerId: string): Promise<void> {
  while (await transact(app, null, (tx) => makeNext(tx, performerId)));
}

/** Makes the statement of the next month, which continues the chain of the last one; false where none is due. */
async function makeNext(tx: Tx, performerId: string): Promise<boolean> {
  await lock(tx, 'statements', performerId)
  const last = await tx.em.findOne(Statement, { performerId }, { orderBy: { month: 'desc' } })
  const first = last ? null : await firstMoved(tx, performerId)
  const month = last ? monthAfter(last.month) : first && monthOf(first)
  if (month === null || !isClosed(month, tx.now)) return false
  const { start, end } = boundsOf(month)
  const opening = last?.head.closing ?? (await balanceAt(tx, performerId, start))
  const { lines, sum } = await linesOf(tx, performerId, month)
  const closing = opening + sum
  const all = [
    { kind: 'opening', at: start.toISOString(), balance: opening },
    ...lines,
    { kind: 'closing', at: end.toISOString(), balance: closing },
  ]
  const prevHash = last?.head.hash ?? FIRST_HASH
  const chain = await chained(prevHash, all)
  const { currency } = await tx.app.settings.readIn(tx)
  const { head, signature } = await signHead(tx, {
    ...{ performerId, month, currency, count: all.length, opening, closing, prevHash },
    ...{ hash: chain.at(-1)?.hash ?? prevHash, madeAt: tx.now.toISOString() },
  })
  tx.em.create(Statement, { performerId, month, head, lines: JSON.stringify(chain), signature })
  await tx.em.flush()
  return true
}

async function chained(prevHash: string, lines: readonly StatementLine[]): Promise<SignedStatement['lines']> {
  const chain: SignedStatement['lines'] = []
  let hash = prevHash
  for (const line of lines) {
    hash = await chainHash(hash, line)
    chain.push({ hash, line: line as SignedStatement['lines'][0]['line'] })
  }
  return chain
}
