import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { Tx } from '../database/transaction.ts'
import type { RecurringJob } from '../jobs/job.ts'
import { deliverDue, forgetValues } from './deliver-due.ts'
import type { WordsOf } from './deliver-due.ts'
import { Mail } from './entity.ts'
import type { MailTransport, OutgoingMail } from './smtp.ts'

export type Mailer = {
  /** Has the transaction write the mail: it is sent after the commit, and never when there is none. */
  send: (tx: Tx, mail: OutgoingMail) => void
  /**
   * Sends due mails until `signal` aborts. Gives the time until the next one is due in milliseconds, null when none waits.
   * Without a transport mails stay for the mailbox page.
   */
  deliver: (signal: AbortSignal) => Promise<number | null>
  /**
   * Removes mails of more than a month ago: the mailbox page and the search for a fault need no older ones. Blanks the values
   * of all that are sent.
   */
  removeOld: () => Promise<void>
}

const KEPT_MS = 30 * 86_400_000

export const deliverMail: RecurringJob = {
  kind: 'recurring',
  name: 'mail.deliver',
  everySeconds: 60,
  run: (app, signal) => app.mailer.deliver(signal),
}

export const removeOldMail: RecurringJob = {
  kind: 'recurring',
  name: 'mail.remove-old',
  everySeconds: 86_400,
  run: (app) => app.mailer.removeOld(),
}

/** The mailer of a database; `transport` is null where no SMTP server is set. */
export function createMailer(parts: {
  orm: MikroORM
  log: Logger
  clock: () => Date
  transport: MailTransport | null
  wordsOf: WordsOf
}): Mailer {
  const { transport, orm, clock } = parts
  return {
    send(tx, mail) {
      tx.em.create(Mail, { ...mail, createdAt: tx.now, nextAttemptAt: tx.now })
      if (transport) tx.afterCommit(() => tx.app.jobs.wake(deliverMail))
    },
    deliver: async (signal) => (transport ? deliverDue({ ...parts, transport, signal }) : null),
    async removeOld() {
      await forgetValues(orm, new Date(0))
      await orm.em.fork().nativeDelete(Mail, { createdAt: { $lt: new Date(clock().getTime() - KEPT_MS) } })
    },
  }
}
