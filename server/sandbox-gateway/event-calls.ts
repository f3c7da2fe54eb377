import type Stripe from 'stripe'
import { call } from './calls.ts'
import { found } from './cards.ts'
import { ListEvents, Retrieve } from './parameters.ts'
import { listObjects } from './store.ts'
import type { Store } from './store.ts'

export const eventCalls = [
  call({
    method: 'GET',
    path: '/v1/events',
    parameters: ListEvents,
    answer: ({ store }, { parameters }) => listEvents(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/events/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found<Stripe.Event>(store.connection, 'event', id),
  }),
]

type Query = { created?: { gte?: number | undefined } | undefined; limit: number; starting_after?: string | undefined }

/** The events since a moment, the latest first; `starting_after` goes on behind the last one of a page. */
async function listEvents(store: Store, { created, limit, starting_after: after }: Query) {
  return listObjects<Stripe.Event>(store.connection, {
    ...{ kind: 'event', since: created?.gte ?? 0, limit },
    ...(after === undefined ? {} : { after }),
  })
}
