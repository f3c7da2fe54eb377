import * as v from 'valibot'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../../infra/jobs/job.ts'
import { requireGateway } from '../require-gateway.ts'
import { canBecome } from './card-state.ts'
import { PaymentCard } from './entity.ts'
import { noCard, requireUsableCard } from './usable-card.ts'

/** Lets the provider forget a card that was removed. */
export const detachCardJob: QueuedJob<{ methodId: string }> = {
  kind: 'queued',
  name: 'payments.detach-card',
  payload: v.object({ methodId: v.string() }),
  key: ({ methodId }) => methodId,
  retries: 8,
  run: (app, { methodId }) => requireGateway(app).detachCard(methodId),
}

/**
 * Removes a card of the actor; nothing is charged with it from then on. The latest of the others becomes the default. Refuses
 * as `not-found` another's and one that is removed already.
 */
export async function removeCard(tx: Tx, id: string): Promise<void> {
  const { userId } = requireActor(tx)
  await lock(tx, 'payer', userId)
  const card = await tx.em.findOne(PaymentCard, { id, userId })
  if (!card || !canBecome(card.status, 'removed')) throw noCard()
  const wasDefault = card.isDefault
  Object.assign(card, { status: 'removed', isDefault: false })
  await tx.em.flush()
  if (wasDefault) await chooseAnother(tx, userId)
  if (card.methodId != null) await tx.app.jobs.enqueue(tx, detachCardJob, { methodId: card.methodId })
}

/** Makes a card of the actor the one that is offered first. Refuses what `requireUsableCard` refuses. */
export async function makeDefault(tx: Tx, id: string): Promise<void> {
  const { userId } = requireActor(tx)
  await lock(tx, 'payer', userId)
  const card = await requireUsableCard(tx, { userId, cardId: id })
  for (const other of await tx.em.find(PaymentCard, { userId, isDefault: true })) other.isDefault = false
  // There is one default at any time.
  await tx.em.flush()
  card.isDefault = true
  await tx.em.flush()
}

async function chooseAnother(tx: Tx, userId: string): Promise<void> {
  const [latest] = await tx.em.find(
    PaymentCard,
    { userId, status: 'active' },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 1 },
  )
  if (latest) latest.isDefault = true
  await tx.em.flush()
}
