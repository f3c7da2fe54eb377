import type { App } from '../../../../app.ts'
import { readSnapshot } from '../../../../infra/database/read-snapshot.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { centsOf } from '../cents.ts'
import { areBooksRight, noteBooks } from './books-state.ts'
import { checkBooks } from './books.ts'
import type { Breach } from './books.ts'

const DAY_SECONDS = 24 * 60 * 60

/**
 * Checks the books once a day. A breach fails the job, which stays visible, and is logged as an error. Until a check finds
 * nothing again, `/ready` says so and payouts wait.
 */
export const checkBooksJob: RecurringJob = {
  kind: 'recurring',
  name: 'money.check-books',
  everySeconds: DAY_SECONDS,
  retries: 0,
  async run(app) {
    const breaches = await checkAndNote(app)
    if (breaches.length === 0) return
    app.log.error({ breaches }, 'the books are wrong')
    throw new Error(`The books are wrong: ${breaches.map(({ rule }) => rule).join(' ')}`)
  },
}

/** Checks the books and notes the outcome for all servers. */
export async function checkAndNote(app: App): Promise<Breach[]> {
  const breaches = await booksOf(app)
  await noteBooks(app, breaches)
  return breaches
}

/** Why the server should take no requests; null while the books are right. */
export async function booksAreWrong({ orm }: App): Promise<string | null> {
  return (await areBooksRight(orm.em.fork())) ? null : 'the books are wrong'
}

/** The rules of the ledger that are broken now, over one snapshot. */
export async function booksOf(app: Pick<App, 'orm' | 'settings' | 'log'>): Promise<Breach[]> {
  const { tokenValue } = await app.settings.read()
  return readSnapshot(app, (em) => checkBooks(em, centsOf(tokenValue)))
}
