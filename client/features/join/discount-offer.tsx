import { Trans, useLingui } from '@lingui/react/macro'
import type { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatMoney } from '../../ui/text/format-money.ts'
import { LeadOn } from './lead-on.tsx'
import { SignUpToStart } from './sign-up-to-start.tsx'

/** The prices of a first term with an offer and after it, and the way to the sheet that buys one. */
export function DiscountOffer({ offer, path }: { offer: JoinOffer; path: string }) {
  const { t, i18n } = useLingui()
  const [session, settings] = useUnit([$session, $settings])
  const { askToSubscribe } = useContentActions()
  const { code, creator, prices } = offer
  const { _id: id } = creator
  const isFan = session.state === 'signed-in'
  const [isAsked, setAsked] = useState(false)
  const ask = (price = prices[0]) => {
    if (!price) return
    setAsked(true)
    const coupon = { code, before: price.before, amount: price.after, isOffer: true }
    const term = { type: price.type, way: null, coupon, agreedTo: null }
    askToSubscribe({ type: 'performer', id, ownerId: id, page: path, term })
  }
  useEffect(() => {
    if (isFan && takeIntention('subscribe', id)) ask()
  })
  const names = useTermNames()
  const money = (cents: number) => formatMoney(cents, settings?.currency ?? 'USD', i18n.locale)
  return (
    <>
      {isAsked && (
        <WithSync fallback={null}>
          <LeadOn {...creator} />
        </WithSync>
      )}
      <ul role="list" aria-label={t`Prices`} className="grid w-full gap-2 text-start">
        {prices.map((price) => {
          const { type, before, after } = price
          const term = names[type]
          const [now, later] = [money(after), money(before)]
          return (
            <li
              key={type}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-3"
            >
              <span className="font-semibold text-ink">{term}</span>
              <span className="tabular-nums">
                <Trans>
                  {now}, then {later}
                </Trans>
              </span>
              {isFan && prices.length > 1 && (
                <Button
                  className="w-full"
                  aria-label={t`Subscribe with this offer: ${term}`}
                  onClick={() => ask(price)}
                >
                  <Trans>Subscribe with this offer</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {isFan ? (
        prices.length === 1 && (
          <Button className="w-full" onClick={() => ask()}>
            <Trans>Subscribe with this offer</Trans>
          </Button>
        )
      ) : (
        <SignUpToStart creator={creator} path={path} isKnown={session.state !== 'signed-out'} />
      )}
    </>
  )
}
