import * as v from 'valibot'
import { uuid } from './fields.ts'

/** Slices of one recording. */
export const SLICES_MAX = 40
/** The most bytes of a second of a slice: 2.5 Mbit/s. Devices record with half of that. */
export const SLICE_BYTES_A_SECOND = 312_500
/** Slices begin with a whole picture before their hole, so that they have so many times its length at most. */
export const SLICES_SHARE = 1.25
/** A longer hole is none of a line: the stream would have ended. */
export const HOLE_MAX_MS = 90_000

const id = v.pipe(uuid, v.toLowerCase())
const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))

/** A part of a stream that the creator's device has recorded, in milliseconds since the beginning of the server's recording. */
export const StreamSlice = v.object({
  _id: id,
  beginMs: milliseconds,
  endMs: milliseconds,
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)),
})

/** `PUT /streaming/live/{id}/recording`: the slices that are going to come. `isDone`: no more will come than have come. */
export const RecordingPromise = v.object({
  slices: v.optional(v.pipe(v.array(StreamSlice), v.maxLength(SLICES_MAX, 'A recording takes at most 40 parts.')), []),
  isDone: v.optional(v.boolean(), false),
})

export const recordingStatuses = ['recording', 'waiting', 'making', 'made', 'none'] as const

/**
 * The recording of a stream, for its creator. `waiting`: its holes may be filled. `none`: there was nothing to record, or it is
 * lost.
 */
export const RecordingState = v.object({
  status: v.picklist(recordingStatuses),
  /** The present time of the recording in milliseconds; null while none runs. */
  atMs: v.nullable(v.number()),
  /** The times without picture and sound. `endMs` null: it lasts. */
  holes: v.array(v.object({ beginMs: v.number(), endMs: v.nullable(v.number()) })),
  /** The slices that were promised. */
  slices: v.array(v.object({ _id: v.string(), hasArrived: v.boolean() })),
})

export type RecordingState = v.InferOutput<typeof RecordingState>
export type StreamSlice = v.InferOutput<typeof StreamSlice>
