import { useLingui } from '@lingui/react/macro'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'

/** The name of each term, as lists and forms show it. */
export function useTermNames(): Record<SubscriptionType, string> {
  const { t } = useLingui()
  return {
    monthly: t`1 month`,
    quarterly: t`3 months`,
    'half-yearly': t`6 months`,
    yearly: t`12 months`,
    free: t`Free`,
  }
}
