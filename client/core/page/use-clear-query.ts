import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Pages that a provider of payments leads back to, with a query that says so. */
type ReturnPage = '/cards' | '/creator/payouts' | '/subscriptions' | '/wallet'

/**
 * Takes the query off the address of the page, so that a reload does not ask again. It leaves the address alone once
 * another page is on its way: to write it then would call that off.
 */
export function useClearQuery(page: ReturnPage): () => void {
  const router = useRouter()
  return useCallback(() => {
    if (router.history.location.pathname === page) void router.navigate({ to: page, search: {}, replace: true })
  }, [router, page])
}
