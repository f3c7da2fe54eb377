import { isCancelling } from './core/outbox-record.ts'
import type { SyncState } from './core/status.ts'
import type { Replica } from './local/replica.ts'
import { withdraw } from './local/retry-mutation.ts'
import type { Clock, Transport } from './ports.ts'
import type { Outcome } from './protocol/outcome.ts'
import { Refusal } from './protocol/refusal.ts'
import { sendSingleRequest } from './single-request.ts'
import type { OutboxRecord } from './store.ts'

/** A lost answer is asked for again under the same id, this often. */
const ATTEMPTS = 3
/** For a mutation that does not say how long its user is to wait, in milliseconds. */
const LAPSES_AFTER_MS = 30_000

const TAKEN_BACK = 'The server did not confirm this, so it is taken back, unless it has happened already.'
const UNCONFIRMED = 'The server did not confirm this. Look whether it happened before you try again.'

type Sending = {
  replica: Replica
  transport: Transport
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>
  record: Omit<OutboxRecord, 'order'>
  state: SyncState
  /** A withdrawal is queued. */
  onWithdrawn: () => void
}

/**
 * [OUTBOX-6] Sends a mutation that may not wait: nothing is queued, and without a line it is refused at once. Resolves when
 * the server has applied it; rejects with a Refusal when the server refuses it, or when its answer stays out.
 *
 * [MONEY-2] One whose answer stays out is withdrawn, under its own id and durably: a request that is still on its way can
 * do nothing any more, and whether it had done so before is known when the line is back. Until then no other goes out in
 * its lane, so that nobody pays twice by pressing again.
 */
export async function sendOnline(sending: Sending): Promise<void> {
  const { replica, clock, record, state } = sending
  if (await isUnsettled(replica, record)) {
    throw new Refusal('conflict', 'The one before is not settled yet: the server has still to say whether it happened.')
  }
  if (state === 'offline' || state === 'needs-auth') throw new Refusal('unavailable', 'This needs a connection.')
  const lapsed = new AbortController()
  const timer = clock.setTimeout(() => lapsed.abort(), lapseOf(replica, record))
  let outcome: Outcome | undefined
  for (let attempt = 0; attempt < ATTEMPTS && !outcome && !lapsed.signal.aborted; attempt += 1) {
    outcome = await ask(sending, lapsed.signal).catch((cause: unknown) => {
      // Before the first request nothing was sent; after it the server may have what it asks for.
      if (attempt === 0) throw cause
      replica.log({ level: 'error', message: 'what nobody confirmed could not be asked for again', cause })
      return undefined
    })
  }
  clock.clearTimeout(timer)
  if (outcome?.status === 'applied') return
  if (outcome) throw new Refusal(outcome.kind === 'cancelled' ? 'conflict' : outcome.kind, outcome.message)
  throw new Refusal('unavailable', (await isWithdrawn(sending)) ? TAKEN_BACK : UNCONFIRMED)
}

async function isWithdrawn({ replica, record, onWithdrawn }: Sending): Promise<boolean> {
  try {
    await withdraw(replica, record)
  } catch (cause) {
    replica.log({ level: 'error', message: 'what nobody confirmed could not be taken back', cause })
    return false
  }
  onWithdrawn()
  return true
}

function isUnsettled({ store }: Replica, { lane, name }: Pick<OutboxRecord, 'lane' | 'name'>): Promise<boolean> {
  return store.read('outbox', async (tx) =>
    (await tx.outbox.all()).some((record) => isCancelling(record) && record.lane === lane && record.name === name),
  )
}

function lapseOf({ model }: Replica, { name }: Pick<OutboxRecord, 'name'>): number {
  const mutation = model.mutations[name]
  return mutation?.movesMoney ? mutation.lapsesAfterMs : LAPSES_AFTER_MS
}

async function ask({ replica, transport, record }: Sending, signal: AbortSignal): Promise<Outcome | undefined> {
  const { id, lane, name, args } = record
  const answer = await sendSingleRequest({ replica, transport }, { mutations: [{ id, lane, name, args }] }, signal)
  // The outcome holds, with or without room for the rows: they come with another answer.
  await answer?.takeIn().catch((cause: unknown) => {
    replica.log({ level: 'error', message: 'an answer could not be taken in', cause })
  })
  return answer?.response.outcomes.find((outcome) => outcome.id === id)
}
