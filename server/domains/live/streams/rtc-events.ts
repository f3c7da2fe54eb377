import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { count, createCounter } from '../../../infra/http/limits/counter.ts'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import { socketEvent } from '../../../infra/live/socket-event.ts'
import type { SocketEvent } from '../../../infra/live/socket-event.ts'
import type { RtcGrant } from '../../../infra/rtc/stream-engine.ts'
import { refuseEnded } from '../../../infra/sessions/sessions.ts'
import { noStream } from './commands.ts'
import { Stream } from './entity.ts'
import { requireEntry } from './require-entry.ts'

const offersOf = appState((app) => createCounter(app, { name: 'stream offers', points: 30, seconds: 60 }))

const Peer = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const Offer = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(4_000)),
  sdp: v.pipe(v.string(), v.minLength(1), v.maxLength(16_000)),
})

/** Connects with the media engine by a token, once: the session holds, and access is as good as when the token was made. */
const offerEvent = socketEvent({
  event: 'rtc:offer',
  schema: Offer,
  async handle({ app, socket: { actor }, payload: { token, sdp } }) {
    const waitMs = await count(offersOf(app), actor.userId)
    if (waitMs > 0) {
      return { ok: false, message: new RateLimited(Math.ceil(waitMs / 1000)).message, retryAfterMs: waitMs }
    }
    const grant = await redeem(app, actor, token)
    await requireRight(app, actor, grant)
    return { ok: true, ...(await app.rtc.connect(grant, sdp)) }
  },
})

/** Ends one connection of the account. */
const leaveEvent = socketEvent({
  event: 'rtc:leave',
  schema: v.object({ peer: Peer }),
  async handle({ app, socket: { actor }, payload: { peer } }) {
    await app.rtc.leave(peer, actor.userId)
    return { ok: true }
  },
})

/** Takes sound alone, or the picture again. */
const videoEvent = socketEvent({
  event: 'rtc:video',
  schema: v.object({ peer: Peer, on: v.boolean() }),
  async handle({ app, socket: { actor }, payload: { peer, on } }) {
    await app.rtc.setVideo(peer, actor.userId, on)
    return { ok: true }
  },
})

/** How an account connects with the media engine. */
export const rtcEvents: SocketEvent[] = [offerEvent, leaveEvent, videoEvent]

/** The right that a token gives. One of another account or session is refused as one that does not hold. */
async function redeem(app: App, { userId, sessionId }: Actor, token: string): Promise<RtcGrant> {
  const grant = await app.rtc.redeem(token)
  if (grant?.userId !== userId || grant.sessionId !== sessionId) {
    throw new Refusal('forbidden', 'This connection is not valid any more. Try again.')
  }
  return grant
}

async function requireRight(app: App, actor: Actor, { room, role, userId }: RtcGrant): Promise<void> {
  await refuseEnded(app, actor)
  const em = app.orm.em.fork()
  const stream = await em.findOne(Stream, { id: room })
  if (!stream) throw noStream()
  await requireEntry({ app, em }, stream, { userId, role })
  if (!app.rtc.has(room)) {
    throw new Refusal('unavailable', 'This stream runs on another server. Try again in a moment.')
  }
}
