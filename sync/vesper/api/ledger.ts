import * as v from 'valibot'
import { refusalKinds } from '../../engine/protocol/refusal.ts'
import { listOf, listQuery, uuid } from './fields.ts'

/** A decision does not change: `updatedAt`, which every list takes, is when it was made. */
export const LedgerQuery = v.omit(listQuery(['updatedAt', 'createdAt']), ['q'])

/** The outcome of a mutation that a device of the account has sent. */
export const Decision = v.variant('status', [
  v.object({ ...decided(), status: v.literal('applied') }),
  v.object({
    ...decided(),
    status: v.literal('rejected'),
    /** `cancelled`: its author took it back before the server saw it. */
    kind: v.picklist([...refusalKinds, 'cancelled']),
    message: v.string(),
  }),
])

export const DecisionList = listOf(Decision)

export type Decision = v.InferOutput<typeof Decision>

function decided() {
  return {
    /** The mutation's id, as the device has it. */
    _id: uuid,
    name: v.string(),
    /** The lane of the mutation; null where it was not recorded. */
    lane: v.nullable(v.string()),
    device: uuid,
    /** The browser that used the device last, and when; null where its session is forgotten. */
    userAgent: v.nullable(v.string()),
    deviceSeenAt: v.nullable(v.string()),
    decidedAt: v.string(),
  }
}
