import type { RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { requireRecorded } from './commands.ts'
import { Recording, Slice } from './entity.ts'

/** A room that has ended takes some seconds to close its recording. */
const CLOSING_MS = 30_000

/** How the recording of the actor's stream is. Refuses as `requireRecorded`. */
export async function recordingState(app: App, actor: Actor, streamId: string): Promise<RecordingState> {
  const em = app.orm.em.fork()
  const stream = await requireRecorded({ em, actor }, streamId)
  if (stream.status !== 'ended') {
    const running = (await app.rtc.room(streamId))?.recording ?? null
    return { status: 'recording', atMs: running?.atMs ?? null, holes: running?.holes ?? [], slices: [] }
  }
  const recording = await em.findOne(Recording, { streamId })
  if (!recording) {
    const isClosing = app.clock().getTime() - (stream.endedAt?.getTime() ?? 0) < CLOSING_MS
    return { status: isClosing ? 'recording' : 'none', atMs: null, holes: [], slices: [] }
  }
  const slices = await em.find(Slice, { streamId }, { orderBy: { beginMs: 'asc', id: 'asc' } })
  return {
    status: recording.status === 'lost' ? 'none' : recording.status,
    ...{ atMs: null, holes: recording.holes },
    slices: slices.map(({ id, arrivedAt }) => ({ _id: id, hasArrived: arrivedAt !== null })),
  }
}
