import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Offer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { $settings } from '../../core/settings/model.ts'
import { ShareMenu } from '../../entities/content/share-menu.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatAmount } from '../../ui/text/format-money.ts'
import { useAudienceNames } from './use-audience-names.ts'

/** Units of the wire in one unit of the currency. */
const UNITS = 10_000

type Props = {
  offer: Offer
  creatorId: string
  isOffline: boolean
  onChange: (offer: Offer) => void
  onEnd: (offer: Offer) => void
}

/** One offer: its promise, its code with the ways to share it, its figures, and the way to end it. */
export function OfferCard({ offer, creatorId, isOffline, onChange, onEnd }: Props) {
  const { t, i18n } = useLingui()
  const named = useId()
  const audiences = useAudienceNames()
  const { code, kind, percent, state, endsAt, audience } = offer
  const freeDays = offer.days ?? 0
  const end = endsAt && formatDate(new Date(endsAt), i18n.locale, { dateStyle: 'medium' })
  const states = { active: t`Active`, 'used-up': t`Used up`, ended: t`Ended` }
  return (
    <Card className="grid gap-3">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 id={named} className="font-semibold text-ink">
            {kind === 'trial' ? (
              <Plural value={freeDays} one="# free day" other="# free days" />
            ) : (
              <Trans>{percent}% off the first term</Trans>
            )}
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            <bdi dir="ltr" className="font-mono font-semibold text-ink">
              {code}
            </bdi>
            {' · '}
            {audiences[audience]}
          </p>
          <p className="text-sm text-muted">
            {states[state]}
            {end && state === 'active' && (
              <>
                {' · '}
                <Trans>until {end}</Trans>
              </>
            )}
          </p>
        </div>
        {state === 'active' && (
          <ShareMenu
            label={t`Share ${code}`}
            content={{ type: 'performer', id: creatorId, ownerId: creatorId }}
            page={{ name: code, path: `/join/${code}` }}
            hasCode
          />
        )}
      </div>
      <Figures offer={offer} />
      {state !== 'ended' && (
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" disabled={isOffline} aria-describedby={named} onClick={() => onChange(offer)}>
            <Trans>Change</Trans>
          </Button>
          <Button kind="secondary" disabled={isOffline} aria-describedby={named} onClick={() => onEnd(offer)}>
            <Trans>End offer</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}

function Figures({ offer: { uses, usesMax, started, subscribedAfter, earned, kind } }: { offer: Offer }) {
  const { t, i18n } = useLingui()
  const currency = useUnit($settings)?.currency ?? 'USD'
  const number = (value: number) => value.toLocaleString(i18n.locale)
  const [used, most] = [number(uses), number(usesMax ?? 0)]
  return (
    <dl className="grid grid-cols-2 gap-3 min-[480px]:grid-cols-4">
      <Figure label={t`Uses`}>{usesMax === null ? used : t`${used} of ${most}`}</Figure>
      <Figure label={t`Started`}>{number(started)}</Figure>
      <Figure label={kind === 'trial' ? t`Subscribed after` : t`Renewed after`}>{number(subscribedAfter)}</Figure>
      <Figure label={t`Earned`}>{formatAmount(earned / UNITS, i18n.locale, { currency })}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold text-ink tabular-nums">{children}</dd>
    </div>
  )
}
