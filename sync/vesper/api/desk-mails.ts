import * as v from 'valibot'
import { LANGUAGES } from '../records/preferences.ts'
import { plainText } from '../records/visible-text.ts'
import { listOf, shown, storable, uuid, visible } from './fields.ts'

/** Mails that open or save an account: wrong words could steal it, so only admins change them. */
export const ACCOUNT_MAIL_KEYS = [
  ...(['confirm-address', 'password-reset', 'login-link'] as const),
  ...(['password-changed', 'new-device', 'sign-in-changed'] as const),
] as const

/** The mails of which the operator may change the words. */
export const MAIL_KEYS = [
  ...ACCOUNT_MAIL_KEYS,
  ...(['creator-approved', 'creator-rejected'] as const),
  ...(['payout-paid', 'payout-failed', 'payout-rejected', 'payout-waiting'] as const),
  ...(['order-files', 'order-parcel', 'order-shipped', 'order-canceled', 'order-refunded'] as const),
  ...(['subscription-begun', 'subscription-renewed', 'subscription-renews-soon'] as const),
  ...(['subscription-not-renewed', 'subscription-ended'] as const),
] as const
export type MailKey = (typeof MAIL_KEYS)[number]
export type MailLanguage = (typeof LANGUAGES)[number]

export const MAIL_SUBJECT_MAX = 120
export const MAIL_TEXT_MAX = 5000

/** The time at which the operator's words were saved, in ISO 8601; null where the default stands. */
const changedAt = v.nullable(v.string())

/** Why this account cannot change the mail; null where it can. */
const whyNot = v.nullable(v.string())

export const DeskMailHead = v.object({
  ...{ _id: v.picklist(MAIL_KEYS), whyNot },
  own: v.object({ en: changedAt, ar: changedAt }),
})
export type DeskMailHead = v.InferOutput<typeof DeskMailHead>
/** `GET /desk/mails`: all of them. */
export const DeskMailList = listOf(DeskMailHead)

/** A part of a mail that each receiver has a value of. It stands as `{name}` in the words. */
export const MailPlaceholder = v.object({
  name: v.string(),
  /** The mail is of no use without it. */
  isRequired: v.boolean(),
  /** Some mails have no value of it. Its paragraph is left out of these. */
  isOptional: v.boolean(),
  /** It may stand in the subject. Links may not: subjects are kept after the mail is sent. */
  fitsSubject: v.boolean(),
  sample: v.object({ en: v.string(), ar: v.string() }),
})
export type MailPlaceholder = v.InferOutput<typeof MailPlaceholder>

const words = v.object({ subject: v.string(), text: v.string() })
/** The words that stand; `isOwn`: of the operator, else the default. `version` is 0 until the first ones are saved. */
const standing = v.object({ ...words.entries, isOwn: v.boolean(), version: v.number() })

/** A mail as staff edit it. */
export const DeskMail = v.object({
  ...{ _id: v.picklist(MAIL_KEYS), whyNot },
  placeholders: v.array(MailPlaceholder),
  default: words,
  languages: v.object({ en: standing, ar: standing }),
})
export type DeskMail = v.InferOutput<typeof DeskMail>

export const DeskMailParams = v.object({ key: v.picklist(MAIL_KEYS, 'There is no such mail.') })
export const DeskMailWordsParams = v.object({
  ...DeskMailParams.entries,
  language: v.picklist(LANGUAGES, 'Choose a language.'),
})

const version = v.pipe(v.number('Give the version of the mail.'), v.integer(), v.minValue(0), v.maxValue(999_999_999))
export const SeenMail = v.object({ version })

const given = {
  subject: v.pipe(
    v.string('Give a subject.'),
    v.regex(/^[^\n\r\u2028\u2029]*$/, 'A subject is one line.'),
    shown,
    v.transform((text) => text.replaceAll('\t', ' ')),
    v.trim(),
    visible('Give a subject.'),
    v.maxLength(MAIL_SUBJECT_MAX, 'The subject has at most 120 characters.'),
    storable,
  ),
  text: v.pipe(
    v.string('The mail has no text.'),
    v.transform(plainText),
    v.trim(),
    visible('The mail has no text.'),
    v.maxLength(MAIL_TEXT_MAX, 'The text has at most 5,000 characters.'),
  ),
}

/** `PUT /desk/mails/{key}/{language}`: the words that take the place of the default. */
export const SaveDeskMail = v.object({ version, ...given })
/** `POST /desk/mails/{key}/{language}/test`. The same `_id` again sends nothing more. */
export const TestDeskMail = v.object({ _id: uuid, ...given })
