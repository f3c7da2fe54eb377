import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import type { App } from '../../../app.ts'
import { channel } from '../../../infra/bus/bus.ts'
import type { Service } from '../../../infra/domain.ts'
import { Stream } from '../streams/entity.ts'
import { streamRoom, viewerRoom, viewersIn } from '../streams/rooms.ts'
import { standingsOf, standingView } from './standings.ts'

/** The rules of a chat were others `before`. */
type ModeChange = { streamId: string; before: ChatMode }

const modesChanged = channel<ModeChange>('chat-modes')

/** Tells all viewers of a stream, on whichever server, whose place in the chat other rules have changed. */
export async function tellStandings(app: App, change: ModeChange): Promise<void> {
  app.bus.tell(modesChanged, change)
  await tellViewersHere(app, change)
}

/** Each server tells its own viewers. */
export const standingService: Service = async (app) => {
  app.bus.hear(modesChanged, (change) => {
    tellViewersHere(app, change).catch((error: unknown) => {
      app.log.error({ err: error, stream: change.streamId }, 'viewers were not told of the rules of a chat')
    })
  })
  return { stop: async () => {} }
}

/** One statement reads the places of all viewers that have sockets on this server. */
async function tellViewersHere(app: App, { streamId, before }: ModeChange): Promise<void> {
  const userIds = app.live
    .roomsHere(`${streamRoom(streamId)}/`)
    .flatMap((room) => viewersIn(room).map(({ userId }) => userId))
  if (userIds.length === 0) return
  const [em, now] = [app.orm.em.fork(), app.clock()]
  const { chat, performerId } = await em.findOneOrFail(Stream, { id: streamId })
  const standings = await standingsOf(em, performerId, { userIds, now })
  for (const userId of userIds) {
    const standing = standings(userId)
    const [was, is] = [before, chat].map((mode) => standingView({ standing, mode, now }))
    if (!is || JSON.stringify(was) === JSON.stringify(is)) continue
    app.live.toRoom({ room: viewerRoom(streamId, userId) }, 'chat:standing', { streamId, ...is })
  }
}
