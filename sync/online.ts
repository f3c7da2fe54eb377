import { askAside } from './ask-aside.ts'
import type { SyncState } from './core/status.ts'
import type { Transport } from './edges.ts'
import type { Replica } from './local/replica.ts'
import type { Outcome } from './protocol/outcome.ts'
import { Refusal } from './protocol/refusal.ts'
import type { OutboxRecord } from './store.ts'

/** A lost answer is asked for again under the same id, this often. */
const ATTEMPTS = 3

/**
 * [OUTBOX-6] Sends a mutation that may not wait: nothing is queued, and without a line it is refused at once. Resolves when
 * the server has applied it; rejects with a Refusal when the server refuses it, or when its answer stays out.
 */
export async function sendOnline({
  replica,
  transport,
  record,
  state,
}: {
  replica: Replica
  transport: Transport
  record: Omit<OutboxRecord, 'order'>
  state: SyncState
}): Promise<void> {
  if (state === 'offline' || state === 'needs-auth') throw new Refusal('unavailable', 'This needs a connection.')
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await ask(replica, transport, record)
    if (outcome?.status === 'applied') return
    if (outcome) throw new Refusal(outcome.kind === 'cancelled' ? 'conflict' : outcome.kind, outcome.message)
  }
  throw new Refusal('unavailable', 'The server did not confirm this. Look whether it happened before you try again.')
}

async function ask(
  replica: Replica,
  transport: Transport,
  { id, lane, name, args }: Omit<OutboxRecord, 'order'>,
): Promise<Outcome | undefined> {
  const answer = await askAside({ replica, transport }, { mutations: [{ id, lane, name, args }] })
  return answer?.response.outcomes.find((outcome) => outcome.id === id)
}
