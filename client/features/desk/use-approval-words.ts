import { useLingui } from '@lingui/react/macro'
import type { ApprovalRecord, StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { numberFormat } from '../../ui/text/number-format.ts'

/** Facts in cents of the currency that stands beside them. */
const MONEY = new Set(['amount', 'fee', 'balance', 'left'])

type Fact = { name: string; value: string | number; currency: string | number | undefined }

/** The words for parts of staff, and for requests: their kinds, states, and the facts of one. */
export function useApprovalWords() {
  const { t, i18n } = useLingui()
  const roles: Record<StaffRoleName, string> = {
    admin: t`Admin`,
    moderator: t`Moderator`,
    support: t`Support`,
    finance: t`Finance`,
    sensitive: t`Sensitive content`,
  }
  const states: Record<ApprovalRecord['state'], string> = {
    waiting: t`Waiting`,
    executed: t`Done`,
    refused: t`Refused`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
  }
  const kinds: Record<string, string> = {
    'staff.grant': t`Give an account a part`,
    'staff.revoke': t`Take a part away`,
    'settings.change': t`Change a setting`,
    'payout.approve': t`Approve a payout`,
    'charge.refund': t`Refund a payment`,
    'tokens.grant': t`Give tokens`,
  }
  const names: Record<string, string> = {
    ...{ setting: t`Setting`, valueNow: t`Value now`, valueThen: t`New value` },
    ...{ account: t`Account`, role: t`Part`, now: t`Parts now`, payer: t`Payer`, creator: t`Creator` },
    ...{ amount: t`Amount`, fee: t`Fee`, balance: t`Balance`, left: t`Left of the payment`, tokens: t`Tokens` },
    ...{ method: t`To`, paidBy: t`Paid by`, destination: t`Account number ends in`, detailsSince: t`Account since` },
  }
  const ways: Record<string, string> = { bank: t`Bank account`, stripe: t`Stripe`, card: t`Card`, wallet: t`Wallet` }
  const wordsOf = ({ name, value, currency }: Fact): string => {
    if (name === 'role' || name === 'now') return partsOf(String(value), roles, t`None`)
    if (name === 'detailsSince')
      return formatDate(new Date(value), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
    if (typeof value === 'string') return ways[value] ?? value
    const isMoney = currency !== undefined && MONEY.has(name)
    return isMoney ? formatMoney(value, String(currency), i18n.locale) : numberFormat(i18n.locale).format(value)
  }
  return {
    ...{ roles, states },
    kindOf: (kind: string) => kinds[kind] ?? kind,
    factsOf: ({ currency, ...facts }: ApprovalRecord['facts']) =>
      Object.entries(facts).map(([name, value]) => ({
        name: names[name] ?? name,
        value: wordsOf({ name, value, currency }),
      })),
  }
}

function partsOf(value: string, roles: Record<string, string>, none: string): string {
  if (value === '') return none
  return value
    .split(', ')
    .map((role) => roles[role] ?? role)
    .join(', ')
}
