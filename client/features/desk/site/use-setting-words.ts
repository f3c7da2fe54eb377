import { useLingui } from '@lingui/react/macro'
import type { DeskSetting } from '@vesper/sync/vesper/api/desk-site.ts'

/** The words for the settings of the site: names, parts of one, groups, units and effects. */
export function useSettingWords() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    ...{ siteName: t`Name of the site`, maintenance: t`Closed for maintenance`, gaCode: t`Google Analytics id` },
    ...{ contactAddress: t`Address for contact messages`, blockedCountries: t`Blocked countries` },
    requireEmailVerification: t`Log in only with a confirmed email address`,
    'hash-password-client': t`Browsers send passwords hashed`,
    ...{ enableGoogleReCaptcha: t`Ask for a captcha`, googleReCaptchaSiteKey: t`Captcha site key` },
    ...{ googleReCaptchaSecretKey: t`Captcha secret key`, freeSubscriptionEnabled: t`Free subscriptions` },
    ...{ freeSubscriptionDuration: t`Length of a free subscription`, subscriptionPrice: t`Price of a subscription` },
    ...{ subscriptionPrice1Month: t`Price for 1 month`, subscriptionPrice3Months: t`Price for 3 months` },
    ...{ subscriptionPrice6Months: t`Price for 6 months`, subscriptionPrice12Months: t`Price for 12 months` },
    ...{ minimumTipPrice: t`Lowest tip`, maximumTipPrice: t`Highest tip` },
    ...{ minimumWalletPrice: t`Lowest top-up`, maximumWalletPrice: t`Highest top-up` },
    ...{ commissionBps: t`Commission`, taxBps: t`Tax`, holdDays: t`Time until a sale can be paid out` },
    ...{ subscriptionGraceDays: t`Access while a renewal is not paid`, giftDays: t`Time until given tokens end` },
    ...{
      minimumPayoutAmount: t`Lowest payout`,
      payoutFee: t`Fee of a payout`,
      payoutsNeedFactor: t`Second factor before the first payout`,
      currency: t`Currency`,
    },
    ...{ tokenValue: t`Worth of a token`, paymentGateway: t`Payment provider` },
    ...{ stripePublishableKey: t`Public key of Stripe`, uploadMaximum: t`Largest upload` },
    streamViewersMax: t`Viewers of one stream at most`,
  }
  const parts: Record<string, string> = {
    ...{ minimum: t`lowest`, maximum: t`highest`, key: t`key` },
    ...{ photo: t`photo`, video: t`video`, audio: t`audio`, other: t`other files` },
  }
  const groups: Record<DeskSetting['group'], string> = {
    ...{ site: t`Site`, access: t`Access`, prices: t`Prices`, money: t`Money`, uploads: t`Uploads` },
  }
  const effects: Record<DeskSetting['effect'], string> = {
    'at-once': t`Works at once`,
    'new-sales': t`New sales only`,
    'new-payments': t`New payments only`,
    'new-prices': t`New prices only`,
    'new-payouts': t`New payouts only`,
    'new-gifts': t`New gifts only`,
    'new-uploads': t`New uploads only`,
    'new-streams': t`New streams only`,
    'before-money': t`Fixed once money has moved`,
  }
  const units = { tokens: t`Tokens`, days: t`Days`, bps: t`Percent`, megabytes: t`Megabytes` }
  return {
    ...{ groups, effects },
    nameOf: (key: string) => names[key] ?? key,
    partOf: (name: string) => parts[name] ?? name,
    unitOf: (unit: DeskSetting['unit'], currency: string) =>
      unit === null ? '' : unit === 'currency' ? currency : units[unit],
  }
}
