import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { route } from '../http/route.ts'
import type { Route } from '../http/route.ts'
import { refuseEndedSince } from '../sessions/sessions.ts'
import { noteCopied } from './epoch.ts'
import { pull } from './pull/pull.ts'
import { noteBacklog } from './push/device-backlog.ts'
import { push } from './push/push.ts'
import { SpokenRequest } from './spoken-request.ts'

/**
 * The largest request of a device (see `RequestPacing`) at three bytes a character, and a cursor of thousands of
 * spaces.
 */
const MAX_BODY_BYTES = 2 * 1024 * 1024
/** The others see a change by the poke alone: it goes before the writer's answer, if it is out within so many milliseconds. */
const HEADWAY_MS = 10

export const syncRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sync',
    who: 'user',
    limits: [{ points: 600, seconds: 60, by: 'account' }],
    tag: 'Sync',
    summary: 'Hand in what a device queued and get what changed, in one round trip',
    body: SpokenRequest,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: SyncResponse,
    async handle({ app, actor, body }) {
      if (body.account !== actor.userId) {
        throw new Refusal('forbidden', 'These changes belong to another account. Nothing of them was sent.')
      }
      const begun = performance.now()
      const { about, retryAfterMs } = await push(app, actor, body)
      if (body.mutations.length > 0) await Promise.race([app.live.settled(), delay(HEADWAY_MS)])
      await refuseEndedSince(app, actor, begun)
      const { answer, taken, isBacklogNew } = await pull(app, actor, { request: body, about })
      if (answer.copied) await noteCopied(app, body)
      if (isBacklogNew) await noteBacklog(app, actor, body)
      app.domains.deviceHolds(app, actor.userId, taken)
      return retryAfterMs === undefined ? answer : { ...answer, retryAfterMs }
    },
  }),
]
