import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { TERM_MONTHS } from '@vesper/sync/vesper/records/subscription.ts'
import type { SubscriptionOffer } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { offeredTerms } from './offered-terms.ts'

/** The way to subscribe with its price and period, those that the sheet begins with; without them while they are not known. */
export function SubscribeWords({ offer }: { offer: SubscriptionOffer | null | undefined }) {
  const { i18n } = useLingui()
  const settings = useUnit($settings)
  const [term] = offeredTerms(offer, settings?.freeSubscriptionEnabled ?? false)
  if (!term || !settings) return <Trans>Subscribe</Trans>
  if (term.type === 'free') return <Trans>Subscribe for free</Trans>
  const price = formatMoney(term.price, settings.currency, i18n.locale)
  const months = TERM_MONTHS[term.type]
  return months === 1 ? (
    <Trans>Subscribe for {price} a month</Trans>
  ) : (
    <Plural value={months} one={`Subscribe for ${price} a month`} other={`Subscribe for ${price} every # months`} />
  )
}
