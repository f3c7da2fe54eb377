import { rm, stat } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { NIL } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { removeFiles } from '../../../infra/files/commands.ts'
import { File } from '../../../infra/files/entity.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../../infra/files/uploads/purposes.ts'
import { createAsset } from '../../content/assets/save-asset.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { Stream } from '../streams/entity.ts'
import { Recording, Slice } from './entity.ts'
import { fillHoles } from './fill-holes.ts'

/** A server that is down is up again by then. */
const FOUND_MS = 24 * 60 * 60 * 1_000

/**
 * Makes a recording a video of its creator, a draft until they publish it, through the same processing as an upload. Slices
 * that have come go into its holes; where that fails, it is made as it is. Where even that fails, its creator is told, and the
 * recording is gone. Rejects with any other fault, and as `signal` says, and is then to be run again.
 */
export async function makeRecording(app: App, streamId: string, signal: AbortSignal): Promise<void> {
  const em = app.orm.em.fork()
  const recording = await em.findOne(Recording, { streamId })
  if (recording?.status !== 'making') return
  const stream = await em.findOneOrFail(Stream, { id: streamId })
  await requireFile(app, recording)
  const filled = await fill(app, recording, signal)
  try {
    if (filled === null || !(await isKept(app, { stream, recording, path: filled }))) {
      await makeVideo(app, { stream, recording, path: recording.path })
    }
  } catch (error) {
    const isFinal = error instanceof Refusal && error.isFinal
    if (!isFinal) throw error
    app.log.error({ err: error, stream: streamId }, 'the recording of a stream could not be kept')
    await lose(app, stream)
  } finally {
    if (filled !== null) await rm(filled, { force: true })
  }
  await rm(recording.path, { force: true })
}

/**
 * Rejects where the file of a recording lies on another server, whose turn is yet to come. One that no server has found for a
 * day is lost.
 */
async function requireFile(app: App, { path, fileId, endedAt }: Recording): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) return
  const isKept = (await app.orm.em.fork().count(File, { id: fileId })) > 0
  if (isKept || app.clock().getTime() - endedAt.getTime() >= FOUND_MS) return
  throw new Error(`the recording ${path} is not on this server`)
}

type Made = { stream: Stream; recording: Recording; path: string }

/** The path of the recording without its holes; null where nothing fills them, or that fails. */
async function fill(app: App, recording: Recording, signal: AbortSignal): Promise<string | null> {
  const { streamId } = recording
  const slices = await app.orm.em.fork().find(Slice, { streamId, arrivedAt: { $ne: null } })
  if (slices.length === 0) return null
  try {
    return await fillHoles(app, recording, { slices, signal })
  } catch (error) {
    signal.throwIfAborted()
    app.log.error({ err: error, stream: streamId }, 'the holes of a recording could not be filled')
    return null
  }
}

async function isKept(app: App, made: Made): Promise<boolean> {
  try {
    await makeVideo(app, made)
    return true
  } catch (error) {
    app.log.error({ err: error, stream: made.stream.id }, 'a recording without holes could not be kept')
    return false
  }
}

async function makeVideo(app: App, { stream, recording, path }: Made): Promise<void> {
  // The server acts for the creator, through no session of theirs.
  const actor = { userId: stream.performerId, sessionId: NIL, isPerformer: true }
  const { fileId, videoId, streamId } = recording
  // A run that was cut off may have kept the file already.
  const size = (await stat(path).catch(() => null))?.size ?? 0
  const file = await keepUpload(app, actor, { fileId, path, size, takes: takes('video') })
  await transact(app, actor, async (tx) => {
    await createAsset(tx, {
      _id: videoId,
      kind: 'video',
      changes: { title: stream.title, ...seenBy(stream), mainId: file.id },
    })
    await tx.em.nativeUpdate(Stream, { id: streamId }, { videoId })
    await tx.em.nativeUpdate(Recording, { streamId }, { status: 'made', updatedAt: tx.now })
    await removeSlices(tx, streamId)
  })
}

async function lose(app: App, stream: Stream): Promise<void> {
  await transact(app, null, async (tx) => {
    await tx.em.nativeUpdate(Recording, { streamId: stream.id }, { status: 'lost', updatedAt: tx.now })
    await removeSlices(tx, stream.id)
    await notify(tx, {
      ...{ userId: stream.performerId, kind: 'system', actorId: null, event: 'recording-failed' },
      ...{ object: { type: 'stream', id: stream.id }, preview: stream.title },
    })
  })
}

async function removeSlices(tx: Parameters<typeof removeFiles>[0], streamId: string): Promise<void> {
  const slices = await tx.em.find(Slice, { streamId })
  await removeFiles(
    tx,
    slices.map(({ id }) => id),
  )
  for (const slice of slices) tx.em.remove(slice)
}

/** The video is for whom the stream was. Shows that fans paid by the minute begin closed to others. */
function seenBy({ kind, access, price }: Stream) {
  if (kind !== 'public') return { access: 'subscribers' } as const
  return access === 'paid' ? { access, price: price ?? 0 } : { access }
}
