import type { App } from '../../../app.ts'
import { engineOf } from './engine-of.ts'
import type { Stream } from './entity.ts'
import { ownRooms } from './own-rooms.ts'
import { streamRoom } from './rooms.ts'
import { stateOf } from './views.ts'

/** Closes the room of a stream that has ended, where it is on this server, and tells all who watch. */
export async function closeRoom(app: App, stream: Stream): Promise<void> {
  const isOwn = ownRooms(app).delete(stream.id)
  app.live.toRoom({ room: streamRoom(stream.id) }, 'stream:state', stateOf(stream))
  if (isOwn) await engineOf(app).close(stream.id)
}
