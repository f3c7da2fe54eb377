import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A time without media, in milliseconds since the recording began. */
export type Hole = { beginMs: number; endMs: number }

/** The recording of a stream that has ended, until it is a video, and what has become of it. */
export const Recording = defineEntity({
  name: 'Recording',
  tableName: 'stream_recording',
  indexes: [{ properties: ['status', 'dueAt'] }],
  properties: {
    streamId: p.uuid().primary(),
    performerId: p.uuid(),
    /** `waiting`: its holes may be filled. `making`: it becomes a video now. */
    status: p.enum(['waiting', 'making', 'made', 'lost']),
    /** Where its file lies on the server of the stream. */
    path: p.string().length(1_000),
    /** The length of its file. */
    durationMs: p.integer(),
    /** The holes that may be filled, in their order. */
    holes: p.json<Hole[]>(),
    /** The creator's device has told of its slices. */
    isPromised: p.boolean().default(false),
    endedAt: p.datetime(),
    /** When it becomes a video with what has come until then. */
    dueAt: p.datetime(),
    /** The ids of what it becomes: work that is done twice makes one video. */
    fileId: p.uuid(),
    videoId: p.uuid(),
    updatedAt: p.datetime(),
  },
})

/** A slice that fills a hole, under the id of its file. */
export const Slice = defineEntity({
  name: 'Slice',
  tableName: 'stream_slice',
  indexes: [{ properties: ['streamId'] }],
  properties: {
    id: p.uuid().primary(),
    streamId: p.uuid(),
    beginMs: p.integer(),
    endMs: p.integer(),
    /** As it was promised. */
    bytes: p.integer(),
    arrivedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})

export type Recording = InferEntity<typeof Recording>
export type Slice = InferEntity<typeof Slice>
