import { SiteCategories } from '@vesper/sync/vesper/api/categories.ts'
import { Email, storable, visible } from '@vesper/sync/vesper/api/fields.ts'
import { STREAM_VIEWERS_BOUND } from '@vesper/sync/vesper/api/live-streams.ts'
import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import * as v from 'valibot'
import { Currency, Money } from './currency.ts'

const megabytes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200))

/** The environment decides these, not the owner. */
const ofEnvironment = ['captchaScript', 'googleLogin', 'twitterLogin', 'vapidPublicKey'] as const

const bounds = v.object({ minimum: Money, maximum: Money })
const tokens = v.pipe(v.number(), v.integer('Tokens are whole.'), v.minValue(1), v.maxValue(1_000_000))
const providerKey = v.pipe(v.string(), v.trim(), v.maxLength(200, 'A key has at most 200 characters.'), storable)

/** Every setting. `PublicSettings` names the public ones; the rest never leaves the server. */
export const SettingValues = v.object({
  ...v.omit(PublicSettings, ofEnvironment).entries,
  siteName: v.pipe(
    v.string(),
    v.trim(),
    visible('Give the site a name.'),
    v.maxLength(60, 'A name has at most 60 characters.'),
    storable,
  ),
  stripePublishableKey: v.object({ key: providerKey }),
  googleReCaptchaSiteKey: v.object({ key: providerKey }),
  paymentGateway: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'Name the provider of payments.')),
  gaCode: v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{0,40}$/, 'This is no id of Google Analytics.')),
  freeSubscriptionDuration: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
  minimumTipPrice: tokens,
  maximumTipPrice: tokens,
  currency: Currency,
  tokenValue: v.pipe(Money, v.minValue(0.01, 'A token is worth at least a cent.')),
  ...{ subscriptionPrice: bounds, subscriptionPrice1Month: bounds, subscriptionPrice3Months: bounds },
  ...{ subscriptionPrice6Months: bounds, subscriptionPrice12Months: bounds },
  ...{ minimumWalletPrice: Money, maximumWalletPrice: Money, minimumPayoutAmount: Money },
  categories: SiteCategories,
  googleReCaptchaSecretKey: providerKey,
  /** Where messages of the contact form go; empty: they are kept, and no mail tells of them. */
  contactAddress: v.union([v.literal(''), Email]),
  /** Countries in which the site is not offered, ISO 3166-1 alpha-2. */
  blockedCountries: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Give each country by its two capital letters.'))),
    v.maxLength(250),
  ),
  /** The platform's part of a net price, in 1/10,000. */
  commissionBps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  /** Days until a sale can be paid out. */
  holdDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365)),
  /** Days of access that a subscriber has while a renewal is not paid. */
  subscriptionGraceDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30)),
  /** Creators need a second factor before their first payout. */
  payoutsNeedFactor: v.boolean(),
  /** The platform's fee of each payout, in the currency. */
  payoutFee: v.pipe(Money, v.maxValue(1000)),
  /** Days until tokens that were given end; 0 for never. */
  giftDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3650)),
  /** Megabytes of an upload of each kind; a purpose with a lower maximum keeps that. */
  uploadMaximum: v.object({ photo: megabytes, video: megabytes, audio: megabytes, other: megabytes }),
  /** Viewers of one stream at most. A stream that runs keeps the number of its beginning. */
  streamViewersMax: v.pipe(
    v.number(),
    v.integer('Choose 1 to 200 viewers.'),
    v.minValue(1, 'Choose 1 to 200 viewers.'),
    v.maxValue(STREAM_VIEWERS_BOUND, 'Choose 1 to 200 viewers.'),
  ),
  /** Packages sold beside any number of tokens; `bonus` comes on top, at the platform's expense. */
  tokenPackages: v.array(
    v.object({
      _id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
      name: v.pipe(v.string(), v.maxLength(60)),
      tokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
      bonus: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    }),
  ),
})

export type SettingValues = v.InferOutput<typeof SettingValues>

const subscriptionPrice = { minimum: 2.95, maximum: 300 }

/** The specification's figures; a stored setting stands over its default. */
export const defaultSettings: SettingValues = {
  siteName: 'Vesper',
  requireEmailVerification: false,
  stripePublishableKey: { key: '' },
  paymentGateway: 'stripe',
  freeSubscriptionEnabled: true,
  freeSubscriptionDuration: 1,
  subscriptionPrice,
  subscriptionPrice1Month: subscriptionPrice,
  subscriptionPrice3Months: subscriptionPrice,
  subscriptionPrice6Months: subscriptionPrice,
  subscriptionPrice12Months: subscriptionPrice,
  minimumWalletPrice: 2.95,
  maximumWalletPrice: 300,
  minimumTipPrice: 10,
  maximumTipPrice: 10_000,
  minimumPayoutAmount: 50,
  currency: 'USD',
  tokenValue: 0.05,
  commissionBps: 2000,
  taxBps: 0,
  holdDays: 7,
  subscriptionGraceDays: 3,
  payoutsNeedFactor: true,
  payoutFee: 0,
  giftDays: 365,
  uploadMaximum: { photo: 25, video: 200, audio: 50, other: 200 },
  streamViewersMax: 50,
  tokenPackages: [
    { _id: 'small', name: 'Small', tokens: 100, bonus: 0 },
    { _id: 'medium', name: 'Medium', tokens: 500, bonus: 25 },
    { _id: 'large', name: 'Large', tokens: 1000, bonus: 75 },
    { _id: 'huge', name: 'Huge', tokens: 5000, bonus: 500 },
  ],
  categories: [],
  googleReCaptchaSiteKey: { key: '' },
  enableGoogleReCaptcha: false,
  googleReCaptchaSecretKey: '',
  contactAddress: '',
  blockedCountries: [],
  gaCode: '',
  'hash-password-client': false,
  maintenance: false,
}
