import { useLingui } from '@lingui/react/macro'
import type { Offer } from '@vesper/sync/vesper/api/offers.ts'

/** The name of each audience, as the list and the form show it. */
export function useAudienceNames(): Record<Offer['audience'], string> {
  const { t } = useLingui()
  return {
    all: t`All fans`,
    new: t`Fans who never subscribed`,
    expired: t`Former subscribers`,
    list: t`Fans on one list`,
  }
}
