import { useSyncExternalStore } from 'react'
import { dataBudget } from './data-budget.ts'
import type { BudgetState } from './data-budget.ts'

export function useDataBudget(): BudgetState {
  return useSyncExternalStore(dataBudget.subscribe, dataBudget.state)
}

/** True once today's data are used: nothing larger than a thumbnail then loads by itself. */
export function useBudgetSpent(): boolean {
  return useSyncExternalStore(dataBudget.subscribe, isSpentNow)
}

function isSpentNow(): boolean {
  return dataBudget.state().isSpent
}
