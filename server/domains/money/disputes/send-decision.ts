import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { requireGateway } from '../payments/require-gateway.ts'
import { Dispute, DisputeDecision } from './entity.ts'
import { followDispute } from './follow-dispute.ts'

/** Sends a decision on a dispute to the gateway. A server that was killed goes on here. */
export const sendDecisionJob: QueuedJob<{ id: string }> = {
  kind: 'queued',
  name: 'disputes.send-decision',
  payload: v.object({ id: v.string() }),
  key: ({ id }) => id,
  retries: 8,
  unfinished: decisionsUnderWay,
  run: (app, { id }) => sendDecision(app, id),
}

/** The decisions that have not reached the gateway. */
export async function decisionsUnderWay(app: App): Promise<{ id: string }[]> {
  const asked = await app.orm.em.fork().find(DisputeDecision, { state: 'asked' }, { fields: ['id'] })
  return asked.map(({ id }) => ({ id }))
}

/**
 * Sends a decision to the gateway, once: one that it has by its name is only followed. A refusal of the gateway ends it. Throws
 * where the gateway does not answer, so that the job tries it again.
 */
export async function sendDecision(app: App, id: string): Promise<void> {
  const em = app.orm.em.fork()
  const decision = await em.findOne(DisputeDecision, { id, state: 'asked' })
  if (!decision) return
  const { gatewayId } = await em.findOneOrFail(Dispute, { id: decision.disputeId })
  try {
    await send(app, gatewayId, decision)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.isFinal) throw error
    await followDispute(app, gatewayId)
    return end(app, decision, { state: 'failed', failure: error.message })
  }
  await followDispute(app, gatewayId)
  await end(app, decision, { state: 'done', failure: null })
}

async function send(app: App, disputeId: string, { id: key, kind, evidence }: DisputeDecision): Promise<void> {
  const gateway = requireGateway(app)
  const told = await gateway.readDispute(disputeId)
  if (!told) throw new Refusal('not-found', 'The payment provider does not know this dispute.')
  // The gateway forgets keys of calls after a day. The dispute keeps that of its answer, and an accepted one is lost.
  const isMade = kind === 'answer' ? told.answerKey === key && told.stage !== 'waiting' : told.status === 'lost'
  if (isMade) return
  if (told.stage === 'over') throw new Refusal('conflict', 'The bank has decided already.')
  if (kind === 'accept') return gateway.acceptDispute({ disputeId, key })
  if (told.stage === 'answered') throw new Refusal('conflict', 'Another answer was sent at the payment provider.')
  return gateway.answerDispute({ disputeId, key, evidence })
}

function end(
  app: App,
  { id, disputeId }: DisputeDecision,
  ended: Pick<DisputeDecision, 'state' | 'failure'>,
): Promise<void> {
  return transact(app, null, async (tx) => {
    const rows = await tx.em.nativeUpdate(DisputeDecision, { id, state: 'asked' }, { ...ended, closedAt: tx.now })
    if (rows > 0) await tx.em.execute('update dispute set version = version + 1 where id = ?', [disputeId])
  })
}
