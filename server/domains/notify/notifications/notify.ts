import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { NoticeEvent, NoticeKind, NoticeObject } from '@vesper/sync/vesper/records/notification.ts'
import { wellFormed } from '@vesper/sync/vesper/records/visible-text.ts'
import { v7 } from 'uuid'
import type { Tx } from '../../../infra/database/transaction.ts'
import { deliverJob } from './deliver.ts'
import { NotificationEvent } from './entity.ts'

const PREVIEW_MAX = 140

type Thing = { type: NoticeObject; id: string }

/** An event that one account should hear of. */
export type NewNotice = {
  /** The account that hears of it. */
  userId: string
  kind: NoticeKind
  /** The account that did it; null for the system. */
  actorId: string | null
  /** Events of one kind about one object are one notification while it is unread. */
  object: Thing
  /** The page that shows the object, unless the object has one itself: the post of a comment. */
  page?: Thing
  /** A named event, which devices say in their own language. */
  event?: NoticeEvent
  /** A text of which the beginning is shown: what was written, or the title of the thing. */
  preview?: string
  /** Tokens that the event brings to the account. */
  tokens?: number
  /** Cents that a card has paid for it, or that were paid out. */
  cents?: number
}

/**
 * Notifies an account with this transaction, and not without it. Nobody hears of what they do themselves. Blocked pairs
 * and accounts that are gone are left out when the event is delivered, right after the commit. The transaction writes
 * one row of its own and waits for no other, however many notify the same account at once.
 */
export async function notify(tx: Tx, notice: NewNotice): Promise<void> {
  const { userId, kind, actorId, object, page, event = null, preview = '', tokens = 0, cents = 0 } = notice
  if (actorId === userId) return
  await addEvents(tx, [
    {
      ...{ userId, kind, event, actors: actorId === null ? [] : [actorId], count: 1 },
      ...{ objectType: object.type, objectId: object.id, pageType: page?.type ?? null, pageId: page?.id ?? null },
      ...{ preview, tokens, cents },
    },
  ])
}

/** Adds events, and has them delivered after the commit. */
export async function addEvents(
  tx: Tx,
  events: readonly (Omit<NotificationEvent, 'id' | 'createdAt' | 'tokens' | 'cents'> & {
    tokens?: number
    cents?: number
  })[],
): Promise<void> {
  for (const event of events) {
    tx.em.create(NotificationEvent, {
      ...{ tokens: 0, cents: 0, ...event, id: v7(), createdAt: tx.now },
      preview: shortened(event.preview),
    })
  }
  await tx.flush()
  tx.afterCommit(() => tx.app.jobs.wake(deliverJob))
}

/** The events of a kind that wait to be delivered. */
export function countEvents(em: SqlEntityManager, kind: NoticeKind): Promise<number> {
  return em.count(NotificationEvent, { kind })
}

/** The beginning of a text on one line, cut at a character. */
export function shortened(text: string): string {
  const line = wellFormed(text.replaceAll(/\s+/gu, ' ').trim())
  return line.length > PREVIEW_MAX ? `${line.slice(0, PREVIEW_MAX - 1).replace(/\p{Surrogate}$/u, '')}…` : line
}
