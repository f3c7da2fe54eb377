import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { findStrangers } from './find-strangers.ts'
import type { Occupied } from './find-strangers.ts'
import { removeStranger } from './remove-stranger.ts'
import { STREAM_ROOMS, viewersIn } from './rooms.ts'

/** The streams that sockets of this server have open, each with its members as `OwnRoom` has them. */
const openHere = appState(() => new Map<string, Map<string, number>>())

/**
 * Looks at all accounts whose sockets of this server have a stream open, with or without its picture, by one statement, and
 * removes those who may not watch any more. The chat of a stream that has ended stays open.
 */
export async function removeReaders(app: App): Promise<void> {
  const strangers = await findStrangers(app, readersHere(app))
  for (const one of strangers) if (one.reason !== 'over') await removeStranger(app, one)
}

function readersHere(app: App): Occupied[] {
  const viewers = app.live.roomsHere(STREAM_ROOMS).flatMap(viewersIn)
  const byStream = Map.groupBy(viewers, ({ streamId }) => streamId)
  const open = openHere(app)
  for (const id of open.keys()) if (!byStream.has(id)) open.delete(id)
  return [...byStream].map(([id, readers]) => {
    const memberUntil = open.get(id) ?? new Map<string, number>()
    open.set(id, memberUntil)
    return { room: { id, memberUntil }, peers: readers.map(({ userId }) => ({ userId, sessionId: null })) }
  })
}
