import type { App } from '../../../app.ts'
import type { Stream } from './entity.ts'
import { ownRooms } from './own-rooms.ts'
import { streamRoom } from './rooms.ts'
import { stateOf } from './views.ts'

/**
 * Closes the room of a stream that has ended, where it is on this server, and tells all who watch. Its recording is kept. A room
 * that the media engine does not close is closed with the next look.
 */
export async function closeRoom(app: App, stream: Stream): Promise<void> {
  const room = ownRooms(app).get(stream.id)
  // Before any wait: two calls of one moment close it once.
  ownRooms(app).delete(stream.id)
  app.live.toRoom({ room: streamRoom(stream.id) }, 'stream:state', stateOf(stream))
  if (!room) return
  const { recording } = await app.rtc.close(stream.id).catch((error: unknown) => {
    ownRooms(app).set(stream.id, room)
    throw error
  })
  if (recording) await app.domains.recorded(app, { streamId: stream.id, ...recording })
}
