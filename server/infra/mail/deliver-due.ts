import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { Mail } from './entity.ts'
import type { MailTransport } from './smtp.ts'

export const MAX_ATTEMPTS = 8
const BATCH = 20
/** Within so long after it is sent, the next run looks after a mail whose sender left its values. */
const LOOKED_AFTER_MS = 3_600_000
/** Older mail is not worth sending: its links are past. It also keeps a new SMTP server from sending out old tests. */
export const MAX_AGE_MS = 24 * 3_600_000

/** The words that take the place of the default ones, by the id of the mail. */
export type WordsOf = (
  em: SqlEntityManager,
  mails: readonly Pick<Mail, 'id' | 'to' | 'template'>[],
) => Promise<ReadonlyMap<string, { subject: string; text: string }>>

type Parts = {
  orm: MikroORM
  log: Logger
  clock: () => Date
  transport: MailTransport
  wordsOf: WordsOf
  signal?: AbortSignal
}
type Claimed = Pick<Mail, 'id' | 'to' | 'subject' | 'text' | 'attempts' | 'template'>

/**
 * Sends what is due, one mail after another, and blanks the text and the values of what is sent: they may hold a link
 * that opens an account. Answers in how many milliseconds the next one is due, null when none waits. Several processes may do so at a
 * time: each claims its mails first. A process killed between sending and noting it sends again after the lease.
 */
export async function deliverDue(parts: Parts): Promise<number | null> {
  await forgetValues(parts.orm, new Date(parts.clock().getTime() - LOOKED_AFTER_MS))
  for (;;) {
    parts.signal?.throwIfAborted()
    const claimed = await claimDue(parts)
    if (claimed.length === 0) return untilNext(parts)
    const words = await wordsFor(parts, claimed)
    for (const [index, mail] of claimed.entries()) {
      if (parts.signal?.aborted) {
        await giveBack(parts, claimed.slice(index))
        break
      }
      await deliver(parts, { ...mail, ...words.get(mail.id) })
    }
  }
}

/**
 * Blanks the values of mails sent after `since`. A worker of a release before values does not know of them, and sends beside
 * newer ones during an upgrade.
 */
export async function forgetValues(orm: MikroORM, since: Date): Promise<void> {
  await orm.em
    .fork()
    .execute('update "mail" set "template" = null where "sent_at" > ? and "template" is not null', [since])
}

/** Pause after the given attempt: 30 s, 2 min, 8 min … at most 4 h. */
export function backOffMs(attempt: number): number {
  return Math.min(30_000 * 4 ** (attempt - 1), 4 * 3_600_000)
}

/** A mail in its default words is better than none. */
async function wordsFor({ orm, log, wordsOf }: Parts, mails: readonly Claimed[]): ReturnType<WordsOf> {
  try {
    return await wordsOf(orm.em.fork(), mails)
  } catch (error) {
    log.error({ err: error }, 'the words of mails could not be read, and the default ones are sent')
    return new Map()
  }
}

async function deliver({ orm, log, clock, transport }: Parts, mail: Claimed): Promise<void> {
  const em = orm.em.fork()
  const { id, to, subject, text } = mail
  try {
    await transport({ id, to, subject, text })
    await em.nativeUpdate(Mail, { id }, { sentAt: clock(), error: null, subject, text: '', template: null })
  } catch (error) {
    log.warn({ err: error, mail: mail.id, attempt: mail.attempts }, 'a mail could not be sent')
    const nextAttemptAt = new Date(clock().getTime() + backOffMs(mail.attempts))
    const text = error instanceof Error ? error.message : String(error)
    await em.nativeUpdate(Mail, { id: mail.id }, { error: text.slice(0, 500), nextAttemptAt })
  }
}

/** A server that stops leaves the rest of its mails to the next one, at once and with all their attempts. */
async function giveBack({ orm, clock }: Parts, mails: readonly Claimed[]): Promise<void> {
  const ids = `{${mails.map(({ id }) => id).join()}}`
  await orm.em
    .fork()
    .execute(`update "mail" set "attempts" = "attempts" - 1, "next_attempt_at" = ? where "id" = any(?::uuid[])`, [
      clock(),
      ids,
    ])
}

async function claimDue({ orm, clock }: Parts): Promise<Claimed[]> {
  const now = clock()
  const lease = new Date(now.getTime() + 10 * 60_000)
  return orm.em.fork().execute<Claimed[]>(
    `update "mail" set "attempts" = "attempts" + 1, "next_attempt_at" = ?
      where "id" in (
        select "id" from "mail"
         where "sent_at" is null and "next_attempt_at" <= ? and "attempts" < ? and "created_at" > ?
         order by "created_at" limit ? for update skip locked)
      returning "id", "to", "subject", "text", "attempts", "template"`,
    [lease, now, MAX_ATTEMPTS, oldest(now), BATCH],
  )
}

async function untilNext({ orm, clock }: Parts): Promise<number | null> {
  const now = clock()
  const [next] = await orm.em
    .fork()
    .find(
      Mail,
      { sentAt: null, attempts: { $lt: MAX_ATTEMPTS }, createdAt: { $gt: oldest(now) } },
      { orderBy: { nextAttemptAt: 'asc' }, limit: 1 },
    )
  return next ? Math.max(next.nextAttemptAt.getTime() - now.getTime(), 1_000) : null
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - MAX_AGE_MS)
}
