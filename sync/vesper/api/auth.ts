import * as v from 'valibot'
import { Profile } from '../records/profile.ts'
import { CaptchaToken } from './captcha.ts'
import {
  OptionalText,
  calendarDate,
  canonicalEmail,
  Email,
  listOf,
  Name,
  NewPassword,
  PasswordForm,
  storable,
  uuid,
} from './fields.ts'
import { Country } from './performer-fields.ts'
import { newUsername } from './username.ts'

/** `POST /auth/login`, as JSON or as form fields. `username` takes an email address as well. */
export const Login = v.object({
  username: v.pipe(
    v.string('Enter your email or username.'),
    v.trim(),
    v.minLength(1, 'Enter your email or username.'),
    v.transform((name) => (name.includes('@') ? canonicalEmail(name) : name)),
    v.maxLength(254, 'This email address is too long.'),
    storable,
  ),
  password: v.pipe(
    v.string('Enter your password.'),
    v.minLength(1, 'Enter your password.'),
    v.maxLength(128, 'A password has at most 128 characters.'),
  ),
  passwordForm: PasswordForm,
  /** Keeps the session for 365 days instead of 1. A form sends it as text. */
  remember: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.picklist(['true', 'false', '1', '0', 'on']),
        v.transform((text) => !['false', '0'].includes(text)),
      ),
    ]),
    false,
  ),
})

export const RegisterUser = v.object({
  email: Email,
  username: newUsername(),
  name: Name,
  password: NewPassword,
  passwordForm: PasswordForm,
  /** Only the owner sees it. */
  country: v.optional(v.nullable(Country)),
  captchaToken: CaptchaToken,
})

/** The fields beside the documents `idFront`, `idBack` (optional) and `selfie` of `POST /auth/performers/register`. */
export const RegisterPerformer = v.object({
  ...RegisterUser.entries,
  bio: v.optional(OptionalText, ''),
  country: Country,
  /** Calendar date, YYYY-MM-DD; creators are adults. */
  dateOfBirth: calendarDate('Enter your date of birth.'),
})

export const RegisterAnswer = v.object({ success: v.literal(true), message: v.string(), user: Profile })
export type RegisterAnswer = v.InferOutput<typeof RegisterAnswer>

const BROKEN_LINK = 'This link is incomplete or too old. Ask for a new one.'

/** The token of a link in a mail. */
const LinkToken = v.pipe(v.string(BROKEN_LINK), v.minLength(20, BROKEN_LINK), v.maxLength(200, BROKEN_LINK))

/** Sends a check to an address (`source`, `sourceType`), or confirms one (`token`). */
export const EmailVerification = v.union([
  v.object({ token: LinkToken }),
  v.object({ source: Email, sourceType: v.optional(v.picklist(['user', 'performer']), 'user') }),
])

/** Gives an account its former address back, by the link that went there. */
export const EmailUndo = v.object({ token: LinkToken })

/**
 * Asks for a reset link (`email`), or sets a new password with the link's `token`. `attempt` is made by the caller: the same
 * again is answered the same.
 */
export const Forgot = v.union([
  v.object({
    token: LinkToken,
    attempt: v.optional(uuid),
    password: NewPassword,
    passwordForm: PasswordForm,
  }),
  v.object({ email: Email }),
])

/** Asks for a link that lets a device log in past the limits (`username`), or opens it there (`token`). */
export const LoginLink = v.union([v.object({ token: LinkToken }), v.object({ username: Login.entries.username })])

/** `PUT /auth/users/me/password`. `source` is the current password. */
export const ChangePassword = v.object({
  source: v.pipe(
    v.string('Enter your current password.'),
    v.minLength(1, 'Enter your current password.'),
    v.maxLength(128, 'A password has at most 128 characters.'),
  ),
  sourceForm: PasswordForm,
  password: NewPassword,
  passwordForm: PasswordForm,
})

/** A session of the account, for the list on the account page. */
export const SessionRecord = v.object({
  _id: uuid,
  userAgent: v.string(),
  current: v.boolean(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  expiresAt: v.string(),
  /** How much had been written there and not sent, when the device was last heard of. */
  waiting: v.number(),
})

/** `GET /auth/users/me/sessions`: the open ones, the latest used first. */
export const SessionList = listOf(SessionRecord)

export type Login = v.InferInput<typeof Login>
export type SessionRecord = v.InferOutput<typeof SessionRecord>
