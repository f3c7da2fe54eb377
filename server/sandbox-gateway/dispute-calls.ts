import type Stripe from 'stripe'
import type * as v from 'valibot'
import { call } from './calls.ts'
import { found } from './cards.ts'
import { lockDispute, moveLocked } from './disputes.ts'
import type { DisputeStatus } from './disputes.ts'
import { now } from './events.ts'
import { invalidRequest } from './gateway-error.ts'
import { NoParameters, Retrieve, UpdateDispute } from './parameters.ts'
import { updateObject } from './store.ts'
import type { Store } from './store.ts'

type Dispute = Stripe.Dispute & { answered_at?: number }
type Answer = v.InferOutput<typeof UpdateDispute>

/** Seconds that a bank takes to look at an answer. */
export const DECIDES_AFTER = 60

/** Takes the answer to a dispute: one, while its time lasts, as most banks do. */
function answerDispute(store: Store, id: string, { evidence, submit, metadata }: Answer): Promise<Dispute> {
  return store.transaction(async (connection) => {
    const known: Dispute = await lockDispute(connection, id)
    requireWaiting(known)
    const whole = { ...known.evidence, ...evidence } as Dispute['evidence']
    const kept = { evidence: whole, metadata: { ...known.metadata, ...metadata }, answered_at: now() }
    if (submit === 'false') return updateObject(connection, { ...known, ...kept })
    const details = { ...known.evidence_details, has_evidence: true, submission_count: 1 }
    const status = known.status === 'needs_response' ? 'under_review' : 'warning_under_review'
    return moveLocked(connection, known, { ...kept, evidence_details: details, status })
  })
}

/** Leaves the money to the cardholder. An inquiry has taken none. */
function closeDispute(store: Store, id: string): Promise<Dispute> {
  return store.transaction(async (connection) => {
    const known = await lockDispute(connection, id)
    if (isOver(known)) throw invalidRequest('This dispute is already closed.')
    if (known.status.startsWith('warning_')) throw invalidRequest('This dispute is an inquiry, which cannot be closed.')
    return moveLocked(connection, known, { status: 'lost' })
  })
}

/**
 * Decides as banks do on answers that are `afterSeconds` old, and on disputes whose time to answer is over. An answer wins
 * with a log of access, or with the word `winning_evidence` as at Stripe; it loses without one, or with `losing_evidence`.
 */
export async function decideDisputes(store: Store, { afterSeconds }: { afterSeconds: number }): Promise<void> {
  const { rows } = await store.connection.query<{ id: string }>(
    `select id from sandbox_gateway.object where kind = 'dispute' and (
       data->>'status' in ('under_review', 'warning_under_review') and (data->>'answered_at')::bigint <= $1
       or data->>'status' in ('needs_response', 'warning_needs_response')
         and (data->'evidence_details'->>'due_by')::bigint < $2)`,
    [now() - afterSeconds, now()],
  )
  for (const { id } of rows) {
    await store.transaction(async (connection) => {
      const known = await lockDispute(connection, id)
      if (!isOver(known)) await moveLocked(connection, known, { status: endOf(known) })
    })
  }
}

function endOf({ status, evidence }: Dispute): DisputeStatus {
  if (status.startsWith('warning_')) return 'warning_closed'
  if (status === 'needs_response') return 'lost'
  const text = evidence.uncategorized_text ?? ''
  if (text.includes('losing_evidence')) return 'lost'
  return text.includes('winning_evidence') || evidence.access_activity_log ? 'won' : 'lost'
}

function requireWaiting({ status, evidence_details: { due_by: due } }: Dispute): void {
  if (status !== 'needs_response' && status !== 'warning_needs_response')
    throw invalidRequest('This dispute has already been responded to, or is closed.')
  if (due !== null && due < now()) throw invalidRequest('The time to respond to this dispute is over.')
}

function isOver({ status }: Dispute): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed'
}

export const disputeCalls = [
  call({
    method: 'GET',
    path: '/v1/disputes/{id}',
    parameters: Retrieve,
    answer: ({ store }, { id }) => found<Dispute>(store.connection, 'dispute', id),
  }),
  call({
    method: 'POST',
    path: '/v1/disputes/{id}',
    parameters: UpdateDispute,
    answer: ({ store }, { id, parameters }) => answerDispute(store, id, parameters),
  }),
  call({
    method: 'POST',
    path: '/v1/disputes/{id}/close',
    parameters: NoParameters,
    answer: ({ store }, { id }) => closeDispute(store, id),
  }),
]
