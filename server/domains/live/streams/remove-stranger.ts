import type { App } from '../../../app.ts'
import type { Stranger } from './find-strangers.ts'
import { streamRoom, viewerRoom } from './rooms.ts'
import { returnTicketsJob } from './tickets/return-tickets.ts'

/** Ends the media of somebody who may not stay, then tells their pages, which hear of the stream no more. */
export async function removeStranger(app: App, { room: { id }, identity, reason }: Stranger): Promise<void> {
  const { userId, sessionId } = identity
  const isSession = reason === 'session'
  await app.rtc.remove(id, isSession && sessionId !== null ? { userId, sessionId } : { userId })
  // The sockets of a session that has ended are closed by themselves. Other sessions of the account go on.
  if (isSession) return
  app.live.toRoom({ room: viewerRoom(id, userId) }, 'stream:removed', { streamId: id, reason })
  app.live.emptyRoom(viewerRoom(id, userId), userId)
  app.live.emptyRoom(streamRoom(id), userId)
  // A creator who blocks a fan gives their ticket back.
  if (reason === 'hidden') await app.jobs.wake(returnTicketsJob)
}
