import type { Tx } from '../../../infra/database/transaction.ts'

/** Stores an account that has just been opened to others or closed, and tells the domains that count by this. */
export async function standingChanged(tx: Tx, userId: string): Promise<void> {
  await tx.em.flush()
  for (const heard of tx.app.domains.standingChanged) await heard(tx, userId)
}
