import { LockMode } from '@mikro-orm/postgresql'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Charge } from './entity.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Keeps what a charge has earned from becoming free; nothing happens where it is free already, or there is no charge. */
export async function holdEarning(tx: Tx, chargeId: string): Promise<void> {
  const charge = await lockPending(tx, chargeId)
  if (charge) charge.availableAt = null
}

/** Lets what a charge has earned become free after the days of the site; from when it is told again, it stays. */
export async function releaseEarning(tx: Tx, chargeId: string): Promise<void> {
  const charge = await lockPending(tx, chargeId)
  if (!charge || charge.availableAt != null) return
  const { holdDays } = await tx.app.settings.readIn(tx)
  charge.availableAt = new Date(tx.now.getTime() + holdDays * DAY_MS)
}

function lockPending(tx: Tx, id: string): Promise<Charge | null> {
  return tx.em.findOne(Charge, { id, state: 'pending' }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
