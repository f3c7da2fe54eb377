import { LockMode } from '@mikro-orm/postgresql'
import type { DisputeState } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { v7, validate } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { Dispute as ToldDispute } from '../payments/gateway.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { requireGateway } from '../payments/require-gateway.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { tellStaff } from './tell-staff.ts'

/**
 * Brings the desk's row of a dispute to where the provider has it. Told late, twice or in another order, it is the same: a
 * dispute goes forward alone. Nothing happens for a payment that the site does not know. Its money moves by `settleDispute`.
 */
export async function followDispute(app: App, gatewayId: string): Promise<void> {
  const gateway = requireGateway(app)
  const told = await gateway.readDispute(gatewayId)
  if (!told?.paymentId || told.isLive !== gateway.isLive) return
  const payment = await gateway.readPayment(told.paymentId)
  const reference = payment?.reference
  if (reference == null || !validate(reference)) return
  await transact(app, null, async (tx) => {
    const order = await tx.em.findOne(PaymentOrder, { id: reference })
    if (order) await follow(tx, order, told)
  })
}

async function follow(tx: Tx, order: PaymentOrder, told: ToldDispute): Promise<void> {
  const isNew = await insert(tx, order, told)
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const dispute = await tx.em.findOneOrFail(Dispute, { gatewayId: told.id }, locked)
  const isInquiry = told.status === 'inquiry'
  // The bank takes the money after it has asked: the dispute begins again.
  const hasBegun = isNew || (dispute.isInquiry && !isInquiry)
  const known: DisputeState = dispute.state
  const next = await stateOf(tx, dispute, told)
  const state = hasBegun || ranks[next] > ranks[known] ? next : known
  const isChanged = known !== state || dispute.dueAt?.getTime() !== told.dueAt?.getTime()
  Object.assign(dispute, {
    ...{ state, amount: told.amount, currency: told.currency.toUpperCase(), reason: told.reason.slice(0, 60) },
    ...{ isInquiry, dueAt: told.dueAt, closedAt: ranks[state] < 2 ? null : (dispute.closedAt ?? tx.now) },
  })
  if (isChanged && !isNew) dispute.version += 1
  await tx.em.flush()
  if (hasBegun && state === 'open') await tellStaff(tx, dispute)
}

/** Answers whether the dispute was unknown. */
async function insert({ em }: Tx, order: PaymentOrder, told: ToldDispute): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `insert into dispute (id, gateway_id, order_id, fan_id, amount, currency, reason, due_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
    [v7(), told.id, order.id, order.userId, told.amount, told.currency.toUpperCase(), '', told.dueAt, told.createdAt],
  )
  return rows.length > 0
}

const ranks: Record<DisputeState, number> = { open: 0, answered: 1, won: 2, lost: 2, accepted: 2 }

/** The state by the provider's word. */
async function stateOf({ em }: Tx, { id }: Dispute, { stage, status }: ToldDispute): Promise<DisputeState> {
  if (stage !== 'over') return stage === 'answered' ? 'answered' : 'open'
  if (status !== 'lost') return 'won'
  const accepted = { disputeId: id, kind: 'accept', state: { $ne: 'failed' as const } } as const
  return (await em.count(DisputeDecision, accepted)) > 0 ? 'accepted' : 'lost'
}
