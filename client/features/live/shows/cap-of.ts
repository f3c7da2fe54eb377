import { normalizeDigits } from '../../../core/i18n/normalize-digits.ts'

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
  const tokens = typed === null ? Math.min(least * 10, balance ?? 0) : parsed(typed)
  if (tokens === null) return { tokens, error: 'number' }
  if (tokens < least) return { tokens, error: balance !== undefined && balance < least ? 'balance' : 'least' }
  if (balance === undefined || tokens > balance) return { tokens, error: 'balance' }
  return { tokens, error: null }
}

function parsed(typed: string): number | null {
  const digits = normalizeDigits(typed).trim()
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null
}
