import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RecordingPromise } from '@vesper/sync/vesper/api/live-recordings.ts'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { noSuchFile } from '../../../infra/files/file-refusals.ts'
import type { ClosedRoom } from '../../../infra/rtc/stream-engine.ts'
import { noStream } from '../streams/commands.ts'
import { Stream } from '../streams/entity.ts'
import { Recording, Slice } from './entity.ts'
import { makeRecordingJob } from './make-recording-job.ts'
import { dueFrom, fillable, mayBeFilled, requireFit, requireOpen } from './policy.ts'

type Closed = NonNullable<ClosedRoom['recording']>

/**
 * Notes the recording of a stream that has ended: it waits for slices where it has holes that these could fill, else it is made
 * at once. `canFill`: this server can put slices in.
 */
export async function holdRecording(
  tx: Tx,
  stream: Stream,
  { path, seconds, holes = [], canFill }: Closed & { canFill: boolean },
): Promise<Recording> {
  const known = await tx.em.findOne(Recording, { streamId: stream.id })
  if (known) return known
  const open = fillable(holes)
  const endedAt = stream.endedAt ?? tx.now
  const row = {
    ...{ streamId: stream.id, performerId: stream.performerId, path, durationMs: Math.round(seconds * 1_000) },
    ...{ holes: open, endedAt, dueAt: dueFrom(endedAt, endedAt), fileId: v7(), videoId: v7(), updatedAt: tx.now },
  }
  return tx.em.create(Recording, { ...row, status: canFill && mayBeFilled(stream, open) ? 'waiting' : 'making' })
}

/**
 * Takes word of the slices that are going to come; each is taken once by its id. The recording is made once all of them have
 * come, or with those that have come where `isDone`. Refuses as `not-found` a stream of another and one that does not record,
 * as `conflict` one that goes on, and a recording that is closed.
 */
export async function promiseSlices(
  tx: Tx,
  { streamId, slices, isDone }: { streamId: string } & v.InferOutput<typeof RecordingPromise>,
): Promise<void> {
  await requireRecorded(tx, streamId)
  const recording = await lockRecording(tx, streamId)
  if (!recording) throw new Refusal('conflict', 'The stream is not over yet.')
  const known = await tx.em.find(Slice, { streamId })
  const ids = new Set(known.map(({ id }) => id))
  const fresh = slices.filter(({ _id }) => !ids.has(_id))
  // Asked again, what is made stays as it is.
  if (fresh.length === 0 && recording.status !== 'waiting') return
  requireOpen(recording, tx.now)
  const all = [...known, ...fresh.map(({ _id: id, ...slice }) => ({ id, streamId, ...slice, createdAt: tx.now }))]
  requireFit(recording.holes, all)
  if ((await tx.em.count(Slice, { id: { $in: fresh.map(({ _id }) => _id) } })) > 0) throw idTaken()
  for (const slice of all.slice(known.length)) tx.em.create(Slice, slice)
  Object.assign(recording, { isPromised: true, dueAt: dueFrom(tx.now, recording.endedAt), updatedAt: tx.now })
  await tx.flush()
  if (isDone || (await isComplete(tx, streamId))) await setDue(tx, recording)
}

/** Keeps a slice that has come, in the transaction that stores its file. Refuses as `not-found` one that nobody promised. */
export async function takeSlice(tx: Tx, fileId: string): Promise<void> {
  const slice = await tx.em.findOne(Slice, { id: fileId })
  const recording = slice && (await lockRecording(tx, slice.streamId))
  if (!slice || recording?.performerId !== requireActor(tx).userId) throw noSuchFile()
  requireOpen(recording, tx.now)
  const { size } = await tx.em.findOneOrFail(File, { id: fileId })
  if (size > slice.bytes) throw new Refusal('invalid', 'The file is longer than was said.')
  slice.arrivedAt = tx.now
  Object.assign(recording, { dueAt: dueFrom(tx.now, recording.endedAt), updatedAt: tx.now })
  await tx.flush()
  if (await isComplete(tx, slice.streamId)) await setDue(tx, recording)
}

/** Has a recording made whose time has come. */
export async function closeDue(tx: Tx, streamId: string): Promise<void> {
  const recording = await lockRecording(tx, streamId)
  if (recording?.status === 'waiting' && recording.dueAt <= tx.now) await setDue(tx, recording)
}

/** The actor's stream that records. Refuses any other as `not-found`. */
export async function requireRecorded(tx: Pick<Tx, 'em' | 'actor'>, streamId: string): Promise<Stream> {
  const stream = await tx.em.findOne(Stream, { id: streamId })
  if (stream?.performerId !== tx.actor?.userId || !stream?.record) throw noStream()
  return stream
}

function lockRecording(tx: Tx, streamId: string): Promise<Recording | null> {
  return tx.em.findOne(Recording, { streamId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

async function isComplete(tx: Tx, streamId: string): Promise<boolean> {
  return (await tx.em.count(Slice, { streamId, arrivedAt: null })) === 0
}

async function setDue(tx: Tx, recording: Recording): Promise<void> {
  recording.status = 'making'
  await tx.flush()
  await tx.app.jobs.enqueue(tx, makeRecordingJob, { streamId: recording.streamId })
}

function idTaken(): Refusal {
  return new Refusal('conflict', 'This id is taken. Choose another one.')
}
