import type { Tx } from '../../../../infra/database/transaction.ts'
import { centsOf } from '../cents.ts'
import { post } from '../ledger/post.ts'
import { debtSettledLines } from '../sale-lines.ts'
import { lockPurse } from '../wallets.ts'

/**
 * Bought tokens that a hold has released pay what the fan owes: the bank took their money back while they were held. `key`
 * names the hold. Callers save the wallet.
 */
export async function settleDebt(
  tx: Tx,
  key: string,
  { fanId, tokens }: { fanId: string; tokens: number },
): Promise<void> {
  if (tokens <= 0) return
  const { debt } = await lockPurse(tx, fanId)
  const settled = debt < BigInt(tokens) ? debt : BigInt(tokens)
  if (settled <= 0n) return
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const request = { fanId, settled }
  const lines = debtSettledLines(fanId, { tokens: settled, tokenCents: centsOf(tokenValue) })
  await post(tx, { scope: 'debt-settled', key, request, kind: 'debt-settled', refId: key, lines })
}
