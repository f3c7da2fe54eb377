import * as v from 'valibot'
import { PublicCategory } from './public-category.ts'

const priceBounds = { minimum: v.number(), maximum: v.number() }

/** `GET /settings/public`. Prices in US dollars, tips in tokens. */
export const PublicSettings = v.object({
  siteName: v.string(),
  requireEmailVerification: v.boolean(),
  stripePublishableKey: v.object({ key: v.string() }),
  paymentGateway: v.string(),
  freeSubscriptionEnabled: v.boolean(),
  freeSubscriptionDuration: v.number(),
  subscriptionPrice: v.object(priceBounds),
  subscriptionPrice1Month: v.object(priceBounds),
  subscriptionPrice3Months: v.object(priceBounds),
  subscriptionPrice6Months: v.object(priceBounds),
  subscriptionPrice12Months: v.object(priceBounds),
  minimumWalletPrice: v.number(),
  maximumWalletPrice: v.number(),
  minimumTipPrice: v.number(),
  maximumTipPrice: v.number(),
  minimumPayoutAmount: v.number(),
  /** ISO 4217, with two decimals. */
  currency: v.string(),
  /** The worth of one token in the currency, in whole cents. */
  tokenValue: v.number(),
  /** Tax on top of a net price, in 1/10,000. Prices include it. */
  taxBps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 0),
  googleReCaptchaSiteKey: v.object({ key: v.string() }),
  enableGoogleReCaptcha: v.boolean(),
  gaCode: v.string(),
  'hash-password-client': v.boolean(),
  maintenance: v.boolean(),
  /** Where the browser loads the check from that somebody is a person. */
  captchaScript: v.optional(v.string(), ''),
  /** The logins of other sites that are set up. */
  googleLogin: v.optional(v.boolean(), false),
  twitterLogin: v.optional(v.boolean(), false),
  /** The key that browsers subscribe to for push messages, in base64url. */
  vapidPublicKey: v.optional(v.string(), ''),
  /** The categories of creators in their order; empty or missing where the built-in ones stand. */
  categories: v.optional(v.array(PublicCategory)),
})

export const SettingsKeys = v.object({ keys: v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(50)) })
export const SettingsByKey = v.record(v.string(), v.unknown())

export type PublicSettings = v.InferOutput<typeof PublicSettings>
