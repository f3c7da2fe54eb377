import { CardList } from '@vesper/sync/vesper/api/cards.ts'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'

/** The saved cards that can pay, the default first. */
export function useUsableCards(): readonly Card[] {
  const { data } = useKeptAnswer('/payment-cards', CardList)
  return (data?.data ?? []).filter(({ status }) => status === 'active' || status === 'expiring')
}
