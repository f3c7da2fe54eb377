import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { ChatModeration, ChatText } from '@vesper/sync/vesper/api/live-streams.ts'
import * as v from 'valibot'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import { socketEvent } from '../../../infra/live/socket-event.ts'
import type { EventAnswer } from '../../../infra/live/socket-event.ts'
import { enterStream, leaveStream } from './enter-stream.ts'
import { moderate } from './moderate.ts'
import { say } from './say.ts'
import { tooLate } from './texts.ts'

const id = v.pipe(uuid, v.toLowerCase())
const seq = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1))

/** The events of chats, as `live-events.ts` has them. */
export const chatEvents = [
  socketEvent({
    event: 'stream:join',
    schema: v.object({ streamId: id, since: v.optional(seq) }),
    async handle({ app, socket, payload }) {
      const entry = await enterStream(app, socket, payload)
      return entry ? { ok: true, ...entry } : { ok: false }
    },
  }),
  socketEvent({
    event: 'stream:leave',
    schema: v.object({ streamId: id }),
    async handle({ socket, payload }) {
      await leaveStream(socket, payload.streamId)
      return { ok: true }
    },
  }),
  socketEvent({
    event: 'chat:send',
    schema: v.object({
      streamId: id,
      _id: id,
      text: ChatText,
      replyTo: v.optional(v.nullable(id), null),
      until: v.nullish(v.pipe(v.number(), v.minValue(0))),
    }),
    handle: ({ app, socket, payload: { until, ...said } }) =>
      withWait(async () => {
        // A dead line that comes back delivers what was written into it long ago.
        if (until != null && app.clock().getTime() > until) throw tooLate()
        const line = await say(app, socket.actor, { ...said, fileId: null })
        return { ok: true, seq: line.seq ?? 0, isHeld: line.seq === null }
      }),
  }),
  socketEvent({
    event: 'chat:moderate',
    schema: ChatModeration,
    async handle({ app, socket, payload }) {
      await moderate(app, socket.actor, payload)
      return { ok: true }
    },
  }),
]

/** A refusal that ends by itself says when. */
async function withWait(work: () => Promise<EventAnswer>): Promise<EventAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return { ok: false, message: error.message, retryAfterMs: error.retryAfterSeconds * 1000 }
  }
}
