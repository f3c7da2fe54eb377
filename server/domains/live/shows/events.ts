import { SeatRequest, ShowParams, ShowRequest } from '@vesper/sync/vesper/api/live-shows.ts'
import type { ClientToServer } from '@vesper/sync/vesper/live-events.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { createCounter } from '../../../infra/http/limits/counter.ts'
import { countOrRefuse } from '../../../infra/http/limits/rate-limits.ts'
import { socketEvent } from '../../../infra/live/socket-event.ts'
import type { EventAnswer, SocketEvent } from '../../../infra/live/socket-event.ts'
import type { Show } from './entity.ts'
import { askOwner } from './metering/ask-owner.ts'
import { acceptShow } from './requests/accept-show.ts'
import { cancelShow, declineShow, endShow } from './requests/end-show.ts'
import { requestShow } from './requests/request-show.ts'
import { takeSeat } from './requests/take-seat.ts'
import { showViews } from './views.ts'

/** Requests of an account: a declined fan does not ring without end. */
const asksOf = appState((app) => createCounter(app, { name: 'show requests', points: 10, seconds: 60 }))

const request = socketEvent({
  event: 'show:request',
  schema: ShowRequest,
  async handle({ app, socket, payload }) {
    await countAsk(app, socket.actor)
    return answer(app, socket.actor, (tx) => requestShow(tx, payload))
  },
})

const seat = socketEvent({
  event: 'show:seat',
  schema: SeatRequest,
  async handle({ app, socket, payload }) {
    await countAsk(app, socket.actor)
    return answer(app, socket.actor, (tx) => takeSeat(tx, payload))
  },
})

const accept = socketEvent({
  event: 'show:accept',
  schema: ShowParams,
  async handle({ app, socket: { actor }, payload }) {
    const { show, failure } = await transact(app, actor, (tx) => acceptShow(tx, payload.requestId))
    // Thrown after the commit: the request has failed for both.
    if (failure) throw failure
    return shown(app, actor, show)
  },
})

const end = socketEvent({
  event: 'show:end',
  schema: ShowParams,
  async handle({ app, socket: { actor }, payload: { requestId } }) {
    await askOwner(app, actor, requestId)
    return answer(app, actor, (tx) => endShow(tx, requestId))
  },
})

export const showEvents: readonly SocketEvent[] = [
  ...[request, seat, accept, end],
  step('show:decline', declineShow),
  step('show:cancel', cancelShow),
]

function step(event: keyof ClientToServer, command: (tx: Tx, requestId: string) => Promise<Show>): SocketEvent {
  return socketEvent({
    event,
    schema: ShowParams,
    handle: ({ app, socket, payload }) => answer(app, socket.actor, (tx) => command(tx, payload.requestId)),
  })
}

async function answer(app: App, actor: Actor, work: (tx: Tx) => Promise<Show>): Promise<EventAnswer> {
  return shown(app, actor, await transact(app, actor, work))
}

async function shown(app: App, { userId }: Actor, show: Show): Promise<EventAnswer> {
  const [view] = await showViews(app, app.orm.em.fork(), { viewerId: userId, shows: [show] })
  return { ok: true, show: view }
}

async function countAsk(app: App, { userId }: Actor): Promise<void> {
  if (app.config.rateLimits === 'on') await countOrRefuse(asksOf(app), userId)
}
