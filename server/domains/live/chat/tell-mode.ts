import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import type { App } from '../../../app.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FanJoined } from '../../../infra/hooks.ts'
import { Stream } from '../streams/entity.ts'
import { streamRoom, viewerRoom } from '../streams/rooms.ts'
import { linesById } from './queries.ts'
import { moderatorsOf, standingIn, standingView } from './standings.ts'
import { tellStandings } from './tell-standings.ts'
import { lineView, modeView } from './views.ts'

/** Tells all who watch the rules of a chat and the pinned line; the blocked terms, the creator and the moderators alone. */
export async function tellMode(app: App, streamId: string): Promise<void> {
  const em = app.orm.em.fork()
  const { chat, pinnedId, performerId } = await em.findOneOrFail(Stream, { id: streamId })
  const [line] = pinnedId == null ? [] : await linesById(em, [pinnedId])
  const pinned = line?.state === 'shown' ? lineView(app, line, 'all') : null
  app.live.toRoom({ room: streamRoom(streamId) }, 'chat:mode', { streamId, chat: modeView('viewer', chat), pinned })
  for (const userId of [performerId, ...(await moderatorsOf(em, performerId))]) {
    const event = { streamId, chat: modeView('moderator', chat), pinned }
    app.live.toRoom({ room: viewerRoom(streamId, userId) }, 'chat:mode', event)
  }
}

/** The same after the commit, and each viewer whose place other rules than `before` have changed. */
export function tellModeAfter(tx: Tx, { id: streamId }: Pick<Stream, 'id'>, before: ChatMode): void {
  tx.afterCommit(async () => {
    await tellMode(tx.app, streamId)
    await tellStandings(tx.app, { streamId, before })
  })
}

/** Tells one viewer their place in the chat. */
export async function tellStanding(app: App, streamId: string, userId: string): Promise<void> {
  const [em, now] = [app.orm.em.fork(), app.clock()]
  const stream = await em.findOneOrFail(Stream, { id: streamId })
  const standing = await standingIn(em, stream, { userId, now })
  const view = standingView({ standing, mode: stream.chat, now })
  app.live.toRoom({ room: viewerRoom(streamId, userId) }, 'chat:standing', { streamId, ...view })
}

/** Tells a new follower or subscriber their place in the chat of the creator's open stream, after the commit. */
export async function tellJoined(
  tx: Tx,
  { fanId, performerId }: Pick<Parameters<FanJoined>[1], 'fanId' | 'performerId'>,
): Promise<void> {
  tx.afterCommit(async () => {
    const { app } = tx
    const open = { performerId, status: { $ne: 'ended' as const } }
    for (const { id } of await app.orm.em.fork().find(Stream, open, { fields: ['id'] }))
      await tellStanding(app, id, fanId)
  })
}
