import * as v from 'valibot'
import { listOf, listQuery, OptionalText, PasswordForm, queryChoice, shown, storable, uuid } from './fields.ts'

export const PayoutMethod = v.picklist(['stripe', 'bank'])

export const PayoutStatus = v.picklist(['pending', 'approved', 'processing', 'paid', 'failed', 'rejected', 'canceled'])

/**
 * Why no payout can be asked for now, in the words of the user; `code` is for the screen. `step`: it is taken elsewhere than on
 * the page of payouts.
 */
const Reason = v.object({
  code: v.picklist([
    'not-approved',
    'paused',
    'no-method',
    'account-not-ready',
    'new-details',
    'open-request',
    'in-debt',
    'below-minimum',
  ]),
  message: v.string(),
  step: v.optional(v.literal('security')),
})

/** Where the money goes. Only the end of an account number leaves the server. */
export const Payee = v.object({
  method: v.nullable(PayoutMethod),
  bank: v.nullable(v.object({ last4: v.string(), country: v.string(), changedAt: v.string() })),
  /** `none`: no account yet; `onboarding`: the provider still asks for something. */
  stripe: v.picklist(['none', 'onboarding', 'ready']),
  /** No payout can be asked for before, since the method, the account or its details are new. */
  lockedUntil: v.nullable(v.string()),
})

/** Cents; at most a million of the currency at a time. */
const amount = v.pipe(
  v.number('Enter an amount.'),
  v.integer('Enter an amount with at most two decimals.'),
  v.minValue(1, 'Enter an amount.'),
  v.maxValue(100_000_000, 'This amount is too large.'),
)

const version = v.pipe(v.number(), v.integer(), v.minValue(0))

export const CalculateBody = v.object({ amount: v.optional(amount) })

/** Amounts are cents of `currency`. Without an amount, `gross` is all that is available. */
export const Calculation = v.object({
  available: v.number(),
  gross: v.number(),
  fee: v.number(),
  net: v.number(),
  minimum: v.number(),
  currency: v.string(),
  /** The state of the balance: goes with the request, which another balance refuses. */
  version: v.number(),
  payee: Payee,
  reasons: v.array(Reason),
})

/** `POST /payout-requests`: `_id` is made when the dialog opens, so that a request that is sent twice is one. */
export const PayoutBody = v.object({
  _id: v.pipe(uuid, v.toLowerCase()),
  amount,
  version,
  method: PayoutMethod,
  note: v.optional(OptionalText, ''),
})

/** `PUT /payout-requests/{id}`; `pending` asks again for a payout that has failed. */
export const PayoutChange = v.object({
  amount: v.optional(amount),
  note: v.optional(OptionalText),
  status: v.optional(v.picklist(['canceled', 'pending'])),
})

/** Amounts are cents of `currency`. */
export const Payout = v.object({
  _id: v.string(),
  status: PayoutStatus,
  method: PayoutMethod,
  /** The end of the bank account; empty for an account at the provider. */
  last4: v.string(),
  amount: v.number(),
  fee: v.number(),
  net: v.number(),
  currency: v.string(),
  note: v.string(),
  /** Why it was rejected or has failed. */
  reason: v.nullable(v.string()),
  /** Each status that it has had, the first first. */
  timeline: v.array(v.object({ status: PayoutStatus, at: v.string() })),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export const PayoutQuery = v.object({
  ...v.omit(listQuery(['createdAt', 'updatedAt', 'amount']), ['q']).entries,
  status: v.optional(queryChoice(PayoutStatus.options)),
})

export const PayoutList = listOf(Payout)

export const PendingPayout = v.object({ pending: v.boolean(), _id: v.optional(v.string()) })

function line(message: string, max: number) {
  return v.pipe(
    v.string(message),
    shown,
    v.trim(),
    v.minLength(1, message),
    v.maxLength(max, 'This is too long.'),
    v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'Use one line of text.'),
    storable,
  )
}

/** Letters and digits as on a statement: blanks and hyphens are left out. */
function number(message: string, pattern: RegExp) {
  return v.pipe(
    v.string(message),
    v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
    v.regex(pattern, message),
  )
}

/** `PUT /performers/{id}/banking-settings`: an IBAN, or the number of an account with what routes to it. */
export const BankingBody = v.pipe(
  v.object({
    holder: line('Enter the name of the account’s holder.', 100),
    country: v.pipe(v.string('Choose a country.'), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'Choose a country.')),
    iban: v.optional(number('This is no IBAN. Check each character.', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/)),
    account: v.optional(number('An account number has 4 to 20 digits or letters.', /^[A-Z0-9]{4,20}$/)),
    routing: v.optional(number('A routing number has 3 to 12 digits.', /^\d{3,12}$/)),
    swift: v.optional(number('A SWIFT code has 8 or 11 characters.', /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/)),
    address: line('Enter the address of the account’s holder.', 300),
    password: v.pipe(v.string('Enter your current password.'), v.minLength(1, 'Enter your current password.')),
    passwordForm: PasswordForm,
  }),
  v.forward(
    v.check(
      ({ iban, account, routing }) => iban !== undefined || (account !== undefined && routing !== undefined),
      'Enter an IBAN, or an account number and its routing number.',
    ),
    ['iban'],
  ),
)

/** The current password of a creator who changes where the money goes. */
const Password = v.optional(v.pipe(v.string(), v.minLength(1, 'Enter your current password.')))

/** Another method than before needs the password. */
export const GatewaySettingsBody = v.object({ method: PayoutMethod, password: Password, passwordForm: PasswordForm })

/** Without the password, the answer only tells how an account stands that there is already. */
export const ConnectedAccountBody = v.object({ password: Password, passwordForm: PasswordForm })

/** `url` leads to the provider's form; null where it asks for nothing any more, and without the password. */
export const ConnectedAccount = v.object({
  status: v.picklist(['onboarding', 'ready']),
  url: v.nullable(v.string()),
})

export type Payee = v.InferOutput<typeof Payee>
export type Calculation = v.InferOutput<typeof Calculation>
export type Payout = v.InferOutput<typeof Payout>
export type PayoutReason = v.InferOutput<typeof Reason>
