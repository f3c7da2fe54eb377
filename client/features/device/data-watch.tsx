import { Suspense, useEffect } from 'react'
import { countTransfers } from '../../core/data-budget/count-transfers.ts'
import { dataBudget } from '../../core/data-budget/data-budget.ts'
import { useBudgetSpent } from '../../core/data-budget/use-data-budget.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'

const BudgetNotice = lazyAgain(async () => (await import('./budget-notice.tsx')).BudgetNotice, 'aside')

/** Counts what the page fetches, and says so when today's data are used. */
export function DataWatch() {
  const isSpent = useBudgetSpent()
  useEffect(() => countTransfers(dataBudget), [])
  return isSpent ? (
    <Suspense fallback={null}>
      <BudgetNotice />
    </Suspense>
  ) : null
}
