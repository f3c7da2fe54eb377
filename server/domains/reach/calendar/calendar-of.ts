import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { CALENDAR_ROWS_MAX, CALENDAR_TEXT_MAX } from '@vesper/sync/vesper/api/calendar.ts'
import type { Calendar, CalendarMessage, CalendarPost } from '@vesper/sync/vesper/api/calendar.ts'
import { wellFormed } from '@vesper/sync/vesper/records/visible-text.ts'
import { Post } from '../../content/posts/entity.ts'
import { Broadcast } from '../broadcasts/entity.ts'
import { whereOwn } from '../broadcasts/queries.ts'

type Range = { performerId: string; from: Date; to: Date }

/**
 * A creator's posts and messages to many that have a time from `from` until before `to`. Posts that staff have hidden, and
 * all that was removed or unsent, have none.
 */
export async function calendarOf(em: SqlEntityManager, { performerId, from, to }: Range): Promise<Calendar> {
  const within = { $gte: from, $lt: to }
  const apart = { limit: CALENDAR_ROWS_MAX + 1, disableIdentityMap: true } as const
  const posts = await em.find(
    Post,
    {
      performerId,
      status: { $nin: ['hidden', 'removed'] },
      $or: [{ publishedAt: within }, { publishedAt: null, scheduledAt: within }, { expiresAt: within }],
    },
    { ...apart, orderBy: { createdAt: 'asc', id: 'asc' } },
  )
  const messages = await em.find(
    Broadcast,
    {
      ...whereOwn(performerId),
      $or: [
        { state: 'draft', sendAt: within },
        { state: { $nin: ['draft', 'unsent'] }, goesAt: within },
      ],
    },
    { ...apart, orderBy: { createdAt: 'asc', id: 'asc' } },
  )
  return {
    posts: posts.slice(0, CALENDAR_ROWS_MAX).map(postView),
    messages: messages.slice(0, CALENDAR_ROWS_MAX).map(messageView),
    isWhole: Math.max(posts.length, messages.length) <= CALENDAR_ROWS_MAX,
  }
}

function postView({ id: _id, status, text, scheduledAt, publishedAt, expiresAt }: Post): CalendarPost {
  return {
    ...{ _id, status, text: wellFormed(text.slice(0, CALENDAR_TEXT_MAX)) },
    scheduledAt: scheduledAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

function messageView({ id: _id, state, text, sendAt, goesAt }: Broadcast): CalendarMessage {
  return {
    ...{ _id, state, text: wellFormed(text.slice(0, CALENDAR_TEXT_MAX)) },
    sendAt: sendAt?.toISOString() ?? null,
    goesAt: goesAt?.toISOString() ?? null,
  }
}
