import { useLingui } from '@lingui/react/macro'
import { twoPersonSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import type { ApprovalRecord } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { $settings } from '../../core/settings/model.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatAmount, formatMoney } from '../../ui/text/format-money.ts'
import { numberFormat } from '../../ui/text/number-format.ts'
import { useSettingWords } from './site/use-setting-words.ts'

/** Facts in cents of the currency that stands beside them. */
const MONEY = new Set(['amount', 'fee', 'balance', 'left'])
const BPS = 10_000

type Facts = ApprovalRecord['facts']
type Value = Facts[string]

/** The facts of a request in words, with values as the other pages of the desk show them. */
export function useFactWords(roles: Readonly<Record<string, string>>) {
  const { t, i18n } = useLingui()
  const settingValue = useSettingValue()
  const { nameOf } = useSettingWords()
  const names: Record<string, string> = {
    ...{ setting: t`Setting`, valueNow: t`Value now`, valueThen: t`New value` },
    ...{ account: t`Account`, role: t`Part`, now: t`Parts now`, payer: t`Payer`, creator: t`Creator`, with: t`With` },
    ...{ amount: t`Amount`, fee: t`Fee`, balance: t`Balance`, left: t`Left of the payment`, tokens: t`Tokens` },
    ...{ method: t`To`, paidBy: t`Paid by`, destination: t`Account number ends in`, detailsSince: t`Account since` },
  }
  const ways: Record<string, string> = { bank: t`Bank account`, stripe: t`Stripe`, card: t`Card`, wallet: t`Wallet` }
  const parts = (value: Value) =>
    value === ''
      ? t`None`
      : String(value)
          .split(', ')
          .map((role) => roles[role] ?? role)
          .join(', ')
  const moment = (value: Value) => formatDate(new Date(value), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return ({ currency, ...facts }: Facts): { name: string; value: string }[] => {
    const settingNow = (value: Value) => settingValue(String(facts['setting']), value)
    const special: Record<string, (value: Value) => string> = {
      ...{ role: parts, now: parts, detailsSince: moment },
      ...{ setting: (key) => nameOf(String(key)), valueNow: settingNow, valueThen: settingNow },
    }
    const wordsOf = (name: string, value: Value): string => {
      const own = special[name]
      if (own) return own(value)
      if (typeof value === 'string') return ways[value] ?? value
      const isMoney = currency !== undefined && MONEY.has(name)
      return isMoney ? formatMoney(value, String(currency), i18n.locale) : numberFormat(i18n.locale).format(value)
    }
    return Object.entries(facts).map(([name, value]) => ({ name: names[name] ?? name, value: wordsOf(name, value) }))
  }
}

/** A value of a setting that needs two persons: a part as a percentage, a fee in the currency of the site. */
function useSettingValue() {
  const { i18n } = useLingui()
  const settings = useUnit($settings)
  return (key: string, value: Value): string => {
    const unit = (twoPersonSettings as Partial<Record<string, 'bps' | 'currency'>>)[key]
    if (typeof value !== 'number') return value
    if (unit === 'bps')
      return numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / BPS)
    if (unit === 'currency' && settings) return formatAmount(value, i18n.locale, { currency: settings.currency })
    return numberFormat(i18n.locale).format(value)
  }
}
