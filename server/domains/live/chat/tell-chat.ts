import type { ChatBatch } from '@vesper/sync/vesper/live-events.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { streamRoom, viewerRoom } from '../streams/rooms.ts'
import { linesById } from './queries.ts'
import { lineView } from './views.ts'

/** Between two batches of one stream, in milliseconds. */
const TOLD_EVERY_MS = 100

type News = Pick<ChatBatch, 'messages' | 'deleted' | 'clearedTo'>

/** News that wait for the next batch, by stream. A stream is in here for a moment after each batch. */
const waitingOf = appState(() => new Map<string, News>())

/**
 * Tells all who watch a stream what has changed in its chat: at once, or with the next batch. A socket that is busy does
 * without it, and finds the gap in the numbers of the lines.
 */
export function tellChat(app: App, streamId: string, news: Partial<News>): void {
  const all = waitingOf(app)
  const waiting = all.get(streamId)
  if (waiting) return void merge(waiting, news)
  all.set(streamId, nothing())
  emit(app, streamId, merge(nothing(), news))
  rest(app, streamId)
}

/** Tells all of lines that were stored. */
export async function tellLines(app: App, streamId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const lines = await linesById(app.orm.em.fork(), ids)
  tellChat(app, streamId, { messages: lines.map((line) => lineView(app, line, 'all')) })
}

/** Tells some accounts of lines that wait for review. */
export async function tellHeld(
  app: App,
  streamId: string,
  { ids, userIds }: { ids: readonly string[]; userIds: readonly string[] },
): Promise<void> {
  const lines = await linesById(app.orm.em.fork(), ids)
  for (const userId of new Set(userIds)) {
    const held = lines.map((line) => lineView(app, line, { userId }))
    app.live.toRoom({ room: viewerRoom(streamId, userId) }, 'chat:batch', {
      ...{ streamId, messages: [], deleted: [], held },
    })
  }
}

/** Tells those who saw a held line that it is gone. */
export function tellHeldGone(
  app: App,
  streamId: string,
  { id, userIds }: { id: string; userIds: readonly string[] },
): void {
  for (const userId of new Set(userIds)) {
    const event = { streamId, messages: [], deleted: [id] }
    app.live.toRoom({ room: viewerRoom(streamId, userId) }, 'chat:batch', event)
  }
}

function rest(app: App, streamId: string): void {
  const all = waitingOf(app)
  setTimeout(() => {
    const news = all.get(streamId)
    if (!news || isNothing(news)) return void all.delete(streamId)
    all.set(streamId, nothing())
    emit(app, streamId, news)
    rest(app, streamId)
  }, TOLD_EVERY_MS).unref()
}

function emit(app: App, streamId: string, news: News): void {
  app.live.toRoom({ room: streamRoom(streamId), volatile: true }, 'chat:batch', { streamId, ...news })
}

function nothing(): News {
  return { messages: [], deleted: [] }
}

function isNothing({ messages, deleted, clearedTo }: News): boolean {
  return messages.length === 0 && deleted.length === 0 && clearedTo === undefined
}

function merge(news: News, { messages = [], deleted = [], clearedTo }: Partial<News>): News {
  news.messages.push(...messages)
  news.deleted.push(...deleted)
  if (clearedTo !== undefined) news.clearedTo = Math.max(clearedTo, news.clearedTo ?? 0)
  return news
}
