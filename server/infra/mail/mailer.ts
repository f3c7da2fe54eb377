import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import type { Tx } from '../database/transaction.ts'
import { deliverDue } from './delivery.ts'
import { Mail } from './entity.ts'
import type { MailTransport } from './smtp.ts'

/** `to` is one address; `text` is plain text. */
export type OutgoingMail = { to: string; subject: string; text: string }

export type Mailer = {
  /** Has the transaction write the mail: it is sent after the commit, and never when there is none. */
  send: (tx: Tx, mail: OutgoingMail) => void
  /** Begins with what an earlier run left unsent. Without a transport mail stays for the mailbox page. */
  start: () => void
  /** Waits for the delivery that is under way. */
  stop: () => Promise<void>
}

/** The mailer of a database; `transport` is null where no SMTP server is set. */
export function createMailer(parts: {
  orm: MikroORM
  log: Logger
  clock: () => Date
  transport: MailTransport | null
}): Mailer {
  const { transport, log } = parts
  let running = false
  let again = false
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()

  function wake(): void {
    if (!running || !transport) return
    again = true
    current = current.then(run)
  }

  async function run(): Promise<void> {
    if (!again || !running || !transport) return
    again = false
    clearTimeout(timer)
    const waitMs = await deliverDue({ ...parts, transport }).catch((error: unknown) => {
      log.error({ err: error }, 'mail delivery failed')
      return 30_000
    })
    if (waitMs !== null && running) timer = setTimeout(wake, waitMs).unref()
  }

  return {
    send(tx, mail) {
      tx.em.create(Mail, { ...mail, createdAt: tx.now, nextAttemptAt: tx.now })
      tx.afterCommit(wake)
    },
    start() {
      running = true
      current = forgetOld(parts)
      wake()
    },
    async stop() {
      running = false
      clearTimeout(timer)
      await current
    },
  }
}

/** Mail is kept for the mailbox page and for what went wrong: a month is enough for both. */
async function forgetOld({ orm, log, clock }: { orm: MikroORM; log: Logger; clock: () => Date }): Promise<void> {
  const createdAt = { $lt: new Date(clock().getTime() - 30 * 86_400_000) }
  await orm.em
    .fork()
    .nativeDelete(Mail, { createdAt })
    .catch((error: unknown) => log.error({ err: error }, 'old mail could not be removed'))
}
