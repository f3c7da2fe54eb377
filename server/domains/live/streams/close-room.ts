import type { App } from '../../../app.ts'
import type { Stream } from './entity.ts'
import { ownRooms } from './own-rooms.ts'
import { streamRoom } from './rooms.ts'
import { stateOf } from './views.ts'

/** Closes the room of a stream that has ended, where it is on this server, and tells all who watch. Its recording is kept. */
export async function closeRoom(app: App, stream: Stream): Promise<void> {
  const isOwn = ownRooms(app).delete(stream.id)
  app.live.toRoom({ room: streamRoom(stream.id) }, 'stream:state', stateOf(stream))
  if (!isOwn) return
  const { recording } = await app.rtc.close(stream.id)
  if (recording) await app.domains.recorded(app, { streamId: stream.id, ...recording })
}
