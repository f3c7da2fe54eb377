import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

/** The limit that a payment would pass, and what is left of it, in cents. */
export type PassedLimit = { limit: 'day' | 'month' | 'creator'; most: number; left: number }

/** The limit of the fan that was the reason of a refusal; null for other errors. */
export function passedLimitOf(error: unknown): PassedLimit | null {
  if (!(error instanceof Refusal)) return null
  const detail = error.details?.find(({ path }) => path === 'budget')
  if (!detail) return limitInWords(error.message)
  const [, limit, most, left] = /^(day|month|creator) (\d+) (\d+)$/.exec(detail.message) ?? []
  if (limit === undefined) return null
  return { limit: limit as PassedLimit['limit'], most: Number(most), left: Number(left) }
}

/** Reads the limit out of the server's sentence: a line that is held open carries no details of a refusal. */
function limitInWords(text: string): PassedLimit | null {
  const words = /^This would pass your limit of (.+) a (day|month)( for one creator)?: (.+) are left\.$/.exec(text)
  if (!words) return null
  const [, most = '', span, isOfCreator, left = ''] = words
  const limit = isOfCreator === undefined ? (span as 'day' | 'month') : 'creator'
  const centsOf = (amount: string) => Math.round(Number(amount.replaceAll(/[^\d.]/g, '')) * 100)
  return { limit, most: centsOf(most), left: centsOf(left) }
}

/** Says which limit of the fan a payment would pass, and leads to the limits. */
export function BeyondLimit({ limit, most: cents, left: rest }: PassedLimit) {
  const { i18n, t } = useLingui()
  const { currency = 'USD' } = useUnit($settings) ?? {}
  const [most, left] = [formatMoney(cents, currency, i18n.locale), formatMoney(rest, currency, i18n.locale)]
  const texts = {
    day: t`This would pass your limit of ${most} a day: ${left} are left.`,
    month: t`This would pass your limit of ${most} a month: ${left} are left.`,
    creator: t`This would pass your limit of ${most} a month for one creator: ${left} are left.`,
  }
  return (
    <>
      {texts[limit]}{' '}
      <Link to="/wallet/budget" className={textLinkClass}>
        <Trans>Your limits</Trans>
      </Link>
    </>
  )
}
