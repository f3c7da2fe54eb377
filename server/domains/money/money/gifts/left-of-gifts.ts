/** Tokens of a gift that can still be spent. */
export type Left<Gift> = { gift: Gift; left: number }

type Lasting = { id: string; tokens: number; expiresAt: Date }

/**
 * Shares the given tokens of a wallet among the gifts they came from: gifts that end first were spent first, so the last ones
 * are filled first. `over` tokens belong to none of them, such as those of a refund that came after the end of its gift.
 */
export function leftOfGifts<Gift extends Lasting>(
  gifts: readonly Gift[],
  granted: number,
): { shares: Left<Gift>[]; over: number } {
  const lastFirst = gifts.toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime() || (a.id < b.id ? 1 : -1))
  let over = granted
  const shares = lastFirst.map((gift) => {
    const left = Math.min(gift.tokens, over)
    over -= left
    return { gift, left }
  })
  return { shares: shares.toReversed(), over }
}
