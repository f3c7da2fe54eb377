import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Payout } from '@vesper/sync/vesper/api/payouts.ts'
import type { Calculation } from '@vesper/sync/vesper/api/payouts.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { useAction } from '../../../ui/form/use-action.ts'

type Options = {
  /** As the creator saw it when the dialog opened. */
  opened: Calculation
  /** Reads the balance again; undefined where it cannot be read. */
  reread: () => Promise<Calculation | undefined>
  onMade: (payout: Payout) => void
}

/**
 * Requests a payout under one id, so that a request whose answer was lost is not made twice. A refusal reads the balance
 * again: `seen` is the one that the next attempt agrees to, `before` the one that no longer holds.
 */
export function useRequest({ opened, reread, onMade }: Options) {
  const [id] = useState(() => v7())
  const [seen, setSeen] = useState(opened)
  const [before, setBefore] = useState<Calculation | null>(null)
  const action = useAction(async (amount: number, note: string) => {
    const { version, payee } = seen
    const body = { _id: id, amount, version, method: payee.method, note }
    try {
      const payout = await callApi({ method: 'POST', path: '/payout-requests', body, answer: Payout })
      setBefore(null)
      onMade(payout)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // An attempt whose answer was lost may have got through with another amount.
      const made = error.kind === 'conflict' ? await findRequest(id) : null
      if (made) return onMade(made)
      const now = await reread().catch(() => undefined)
      const isStale = error.details?.some(({ path }) => path === 'version') ?? false
      setBefore(isStale && now ? seen : null)
      if (now) setSeen(now)
      if (!isStale || !now) throw error
    }
  })
  return { ...action, seen, before }
}

/** The request under this id; null where there is none. */
async function findRequest(id: string): Promise<Payout | null> {
  try {
    return await callApi({ path: `/payout-requests/${id}/view`, answer: Payout })
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null
    throw error
  }
}
