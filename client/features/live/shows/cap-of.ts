import { parseWhole } from '../../../core/forms/parse-whole.ts'

const TOKENS = { least: 0, most: 1_000_000 }

/** The most that a show may cost: `error` says why what was typed cannot be it. */
export type Cap = { tokens: number | null; error: 'number' | 'least' | 'balance' | null }

/**
 * The cap that was typed; without one, ten times the least or the whole balance, whichever is less. It is at least `least`,
 * which is held first, and at most the balance.
 */
export function capOf({
  typed,
  least,
  balance,
}: {
  typed: string | null
  least: number
  balance: number | undefined
}): Cap {
  const tokens = typed === null ? Math.min(least * 10, balance ?? 0) : parseWhole(typed, TOKENS)
  if (tokens === null) return { tokens, error: 'number' }
  if (tokens < least) return { tokens, error: balance !== undefined && balance < least ? 'balance' : 'least' }
  if (balance === undefined || tokens > balance) return { tokens, error: 'balance' }
  return { tokens, error: null }
}
