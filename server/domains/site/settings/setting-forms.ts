import type { DeskSetting } from '@vesper/sync/vesper/api/desk-site.ts'
import type { SettingValues } from './defaults.ts'

type Form = Pick<DeskSetting, 'group' | 'unit' | 'effect'>
/** The packages of tokens and the categories have screens of their own. */
type EditableKey = Exclude<keyof SettingValues, 'tokenPackages' | 'categories'>

const site = (effect: Form['effect'] = 'at-once'): Form => ({ group: 'site', unit: null, effect })
const access: Form = { group: 'access', unit: null, effect: 'at-once' }
const price: Form = { group: 'prices', unit: 'currency', effect: 'new-prices' }
const tip: Form = { group: 'prices', unit: 'tokens', effect: 'new-sales' }
const payment: Form = { group: 'money', unit: 'currency', effect: 'new-payments' }
const payout: Form = { group: 'money', unit: 'currency', effect: 'new-payouts' }
const sale = (unit: Form['unit']): Form => ({ group: 'money', unit, effect: 'new-sales' })

/** Each setting in the form of the desk, in its order. */
export const settingForms: Readonly<Record<EditableKey, Form>> = {
  siteName: site(),
  maintenance: site(),
  contactAddress: site(),
  gaCode: site(),
  blockedCountries: access,
  requireEmailVerification: access,
  'hash-password-client': access,
  enableGoogleReCaptcha: access,
  googleReCaptchaSiteKey: access,
  googleReCaptchaSecretKey: access,
  freeSubscriptionEnabled: { ...price, unit: null },
  freeSubscriptionDuration: { ...price, unit: 'days' },
  subscriptionPrice: price,
  subscriptionPrice1Month: price,
  subscriptionPrice3Months: price,
  subscriptionPrice6Months: price,
  subscriptionPrice12Months: price,
  minimumTipPrice: tip,
  maximumTipPrice: tip,
  minimumWalletPrice: payment,
  maximumWalletPrice: payment,
  commissionBps: sale('bps'),
  taxBps: sale('bps'),
  holdDays: sale('days'),
  subscriptionGraceDays: { ...sale('days'), effect: 'at-once' },
  giftDays: { ...sale('days'), effect: 'new-gifts' },
  minimumPayoutAmount: payout,
  payoutFee: payout,
  payoutsNeedFactor: { ...payout, unit: null },
  currency: { ...payment, unit: null, effect: 'before-money' },
  tokenValue: { ...payment, effect: 'before-money' },
  paymentGateway: { ...payment, unit: null },
  stripePublishableKey: { ...payment, unit: null },
  streamViewersMax: { ...site(), effect: 'new-streams' },
  uploadMaximum: { group: 'uploads', unit: 'megabytes', effect: 'new-uploads' },
}

/** The setting of this name that the form has, or undefined. */
export function editableKey(key: string): EditableKey | undefined {
  return Object.hasOwn(settingForms, key) ? (key as EditableKey) : undefined
}
