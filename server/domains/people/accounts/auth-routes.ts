import {
  EmailUndo,
  EmailVerification,
  Forgot,
  Login,
  LoginLink,
  RegisterAnswer,
  RegisterUser,
} from '@vesper/sync/vesper/api/auth.ts'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { requirePerson } from '../../site/captcha/require-person.ts'
import { registerAccount } from './commands.ts'
import { confirmEmail, resendVerification, undoEmail } from './email/change-email.ts'
import { countLink, countMail, linkLimit } from './email/count-links.ts'
import { denyLogin } from './email/deny-login.ts'
import { requestReset } from './email/request-reset.ts'
import { resetPassword } from './passwords/change-password.ts'
import { hashPassword } from './passwords/passwords.ts'
import { refuseGuessable } from './passwords/refuse-guessable.ts'
import { inUniformResponseTime } from './passwords/uniform-response-time.ts'
import { deviceCookie } from './sessions/known-devices.ts'
import { openLoginLink, sendLoginLink } from './sessions/login-link.ts'
import { login } from './sessions/login.ts'
import { profileView } from './views.ts'

/** Far above what finding an account and writing a mail takes. */
const EVEN_MS = 250

const loginLimit: Limit = { points: 30, seconds: 60, by: 'ip' }
export const registerLimit: Limit = { points: 20, seconds: 3_600, by: 'ip' }

const loginRoute = route({
  method: 'POST',
  path: '/auth/login',
  whileSuspended: true,
  who: 'any',
  limits: [loginLimit],
  tag: 'Auth',
  summary: 'Log in with an email or username',
  body: Login,
  answer: LoginAnswer,
  async handle({ app, body, ip, userAgent, cookie, setCookie }) {
    const { username, password, passwordForm: form, remember } = body
    const begun = await login(app, { username, password, form, remember, ip, userAgent, cookie })
    setCookie(begun.cookie)
    return begun.answer
  },
})

const loginLinkRoute = route({
  method: 'POST',
  path: '/auth/login-link',
  whileSuspended: true,
  who: 'any',
  limits: [linkLimit],
  tag: 'Auth',
  summary: 'Send the link that lets a device log in past the limits (username), or open it there (token)',
  body: LoginLink,
  answer: MessageAnswer,
  async handle({ app, body, ip, setCookie }) {
    if ('token' in body) {
      await countLink(app, body.token)
      const userId = await transact(app, null, (tx) => openLoginLink(tx, body.token))
      setCookie(await deviceCookie(app, userId))
      return { success: true as const, message: 'You can log in on this device now.' }
    }
    await countMail(app, ip)
    await inUniformResponseTime(EVEN_MS, () => transact(app, null, (tx) => sendLoginLink(tx, body.username)))
    const message = 'If there is an account with this name, a link is on its way to its email address.'
    return { success: true as const, message }
  },
})

const registerRoute = route({
  method: 'POST',
  path: '/auth/users/register',
  whileSuspended: true,
  who: 'any',
  limits: [registerLimit],
  tag: 'Auth',
  summary: 'Register as a fan',
  body: RegisterUser,
  answer: RegisterAnswer,
  status: 201,
  async handle({ app, body, ip }) {
    const { email, username, name, country, password, passwordForm: form } = body
    await requirePerson(app, { token: body.captchaToken, ip })
    await refuseGuessable(app, { password, form }, { username, email })
    const passwordHash = await hashPassword({ password, form }, limitKey(ip))
    const account = { email, username, name, country: country ?? null, bio: '', passwordHash, isPerformer: false }
    const user = await transact(app, null, (tx) => registerAccount(tx, account))
    const message = 'Welcome! We sent you a link to confirm your email address.'
    return { success: true as const, message, user: profileView(user) }
  },
})

const emailVerificationRoute = route({
  method: 'POST',
  path: '/auth/email-verification',
  whileSuspended: true,
  who: 'any',
  limits: [linkLimit],
  tag: 'Auth',
  summary: 'Send the link that confirms an email address (source), or confirm with it (token)',
  body: EmailVerification,
  answer: MessageAnswer,
  async handle({ app, actor, body, ip }) {
    if ('token' in body) {
      await countLink(app, body.token)
      await transact(app, null, (tx) => confirmEmail(tx, body.token, actor?.userId ?? null))
      return { success: true as const, message: 'Your email address is confirmed.' }
    }
    await countMail(app, ip)
    await inUniformResponseTime(EVEN_MS, () =>
      transact(app, null, (tx) => resendVerification(tx, body.source, actor?.userId ?? null)),
    )
    const message = 'If an account with this email address has yet to be confirmed, a link is on its way.'
    return { success: true as const, message }
  },
})

const undoRoute = route({
  method: 'POST',
  path: '/auth/email-undo',
  // Somebody who was robbed of the account does not wait for the site.
  staysOpen: true,
  who: 'any',
  limits: [linkLimit],
  tag: 'Auth',
  summary: 'Give an account its former email address back, by the link that went there; ends its sessions',
  body: EmailUndo,
  answer: MessageAnswer,
  async handle({ app, body }) {
    await countLink(app, body.token)
    await transact(app, null, (tx) => undoEmail(tx, body.token))
    const message = 'Your former email address is back. We sent you a link to choose a new password.'
    return { success: true as const, message }
  },
})

const notMeRoute = route({
  method: 'POST',
  path: '/auth/not-me',
  // Somebody who was robbed of the account does not wait for the site.
  staysOpen: true,
  who: 'any',
  limits: [linkLimit],
  tag: 'Auth',
  summary:
    'Say by the link of a mail that a login was another person’s; ends all sessions, sends a link to reset the password',
  body: EmailUndo,
  answer: MessageAnswer,
  async handle({ app, body }) {
    await countLink(app, body.token)
    await transact(app, null, (tx) => denyLogin(tx, body.token))
    const message = 'All sessions have ended. We sent you a link to choose a new password.'
    return { success: true as const, message }
  },
})

const forgotRoute = route({
  method: 'POST',
  path: '/auth/users/forgot',
  whileSuspended: true,
  who: 'any',
  limits: [linkLimit],
  tag: 'Auth',
  summary: 'Send a reset link (email), or set a new password with it (token)',
  body: Forgot,
  answer: MessageAnswer,
  async handle({ app, body, ip }) {
    if ('token' in body) {
      await countLink(app, body.token)
      const { token, attempt, password, passwordForm: form } = body
      await resetPassword(app, { token, attempt, ip }, { password, form })
      return { success: true as const, message: 'Your password is changed. Log in with the new one.' }
    }
    await countMail(app, ip)
    await inUniformResponseTime(EVEN_MS, () => transact(app, null, (tx) => requestReset(tx, body.email)))
    return { success: true as const, message: 'If there is an account with this email address, a link is on its way.' }
  },
})

export const authRoutes: Route[] = [
  loginRoute,
  loginLinkRoute,
  registerRoute,
  emailVerificationRoute,
  undoRoute,
  notMeRoute,
  forgotRoute,
]
