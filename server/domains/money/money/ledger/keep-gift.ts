import type { Tx } from '../../../../infra/database/transaction.ts'
import { TokenGift } from './token-gift.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Notes when tokens that were given end; nothing where the site's gifts last for ever. */
export async function keepGift(
  tx: Tx,
  { id, userId, tokens }: Pick<TokenGift, 'id' | 'userId' | 'tokens'>,
): Promise<void> {
  const { giftDays } = await tx.app.settings.readIn(tx)
  if (giftDays === 0) return
  const expiresAt = new Date(tx.now.getTime() + giftDays * DAY_MS)
  tx.em.create(TokenGift, { id, userId, tokens, expiresAt, createdAt: tx.now })
}
