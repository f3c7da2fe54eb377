import { useLingui } from '@lingui/react/macro'
import type { DeskUser } from '@vesper/sync/vesper/api/desk-users.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'

type Fact = { name: string; value: string }
type UserFacts = { account: Fact[]; signIn: Fact[]; money: Fact[] }

/** The facts of an account in words. */
export function useUserFacts(user: DeskUser): UserFacts {
  const { t, i18n } = useLingui()
  const number = (value: number) => i18n.number(value)
  const day = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium' })
  const { factors, money } = user
  const confirmed = user.emailVerified ? t`confirmed` : t`not confirmed`
  const reviews = { submitted: t`Waits for review`, approved: t`Approved`, rejected: t`Rejected` }
  return {
    account: [
      { name: t`Name`, value: user.name },
      { name: t`Address`, value: user.email === null ? t`None` : `${user.email} (${confirmed})` },
      ...(user.pendingEmail === null ? [] : [{ name: t`New address`, value: user.pendingEmail }]),
      { name: t`Here since`, value: day(user.createdAt) },
      { name: t`Last seen`, value: user.lastSeen === null ? t`Never` : day(user.lastSeen) },
      ...(user.country === null ? [] : [{ name: t`Country`, value: user.country }]),
      ...(user.verification === null ? [] : [{ name: t`Review`, value: reviews[user.verification] }]),
      { name: t`Reports`, value: t`${number(user.reports.open)} open, ${number(user.reports.total)} in all` },
      { name: t`Id`, value: user._id },
    ],
    signIn: [
      { name: t`Password`, value: user.hasPassword ? t`Yes` : t`No` },
      ...(user.logins.length === 0 ? [] : [{ name: t`Other logins`, value: user.logins.join(', ') }]),
      { name: t`Authenticator app`, value: factors?.hasTotp === true ? t`Yes` : t`No` },
      { name: t`Passkeys`, value: number(factors?.passkeys ?? 0) },
      { name: t`Recovery codes left`, value: number(factors?.codesLeft ?? 0) },
    ],
    money: money === null ? [] : moneyFacts(money),
  }

  function moneyFacts(of: NonNullable<DeskUser['money']>): Fact[] {
    return [
      { name: t`Tokens`, value: number(of.balance) },
      { name: t`Tokens given`, value: number(of.granted) },
      { name: t`Tokens on hold`, value: number(of.held) },
      { name: t`Debt in tokens`, value: number(of.debt) },
      { name: t`Purchases`, value: number(of.purchases) },
      { name: t`Orders`, value: number(of.orders) },
      { name: t`Subscriptions`, value: number(of.subscriptions) },
      ...(user.role === 'fan'
        ? []
        : [
            { name: t`Sales`, value: number(of.sales) },
            { name: t`Subscribers`, value: number(of.subscribers) },
            { name: t`Free for payout`, value: formatMoney(of.available, of.currency, i18n.locale) },
            { name: t`In payouts`, value: formatMoney(of.payoutHeld, of.currency, i18n.locale) },
          ]),
    ]
  }
}
