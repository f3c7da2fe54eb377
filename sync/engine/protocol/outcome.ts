import * as v from 'valibot'
import { refusalKinds } from './refusal.ts'

/**
 * The outcome of a mutation. Stored in the server's ledger by the transaction that applies the mutation, so that a
 * re-sent mutation gets this very answer again, a rejection included.
 */
export const Outcome = v.union([
  v.object({ id: v.pipe(v.string(), v.uuid()), status: v.literal('applied'), result: v.optional(v.unknown()) }),
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    status: v.literal('rejected'),
    /** `cancelled` answers a mutation that its author took back before the server saw it. */
    kind: v.picklist([...refusalKinds, 'cancelled']),
    message: v.string(),
  }),
])

export type Outcome = v.InferOutput<typeof Outcome>
