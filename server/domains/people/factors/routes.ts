import {
  ConfirmTotp,
  FactorReset,
  FactorResetAnswer,
  NewTotp,
  RecoveryCodes,
  SecondFactor,
  Security,
  StepUp,
  StepUpAnswer,
} from '@vesper/sync/vesper/api/factors.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { ELEVATED_S } from '../../../infra/sessions/is-elevated.ts'
import { confirmTotp, proposeTotp, removeTotp, renewRecoveryCodes } from './commands.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { readSecurity } from './read-security.ts'
import { askFactorReset } from './resets/ask-reset.ts'
import { keepFactors } from './resets/stop-reset.ts'
import { answerSecondFactor } from './second-factor.ts'
import { stepUp } from './step-up.ts'

const tag = 'Auth'
const byAddress: Limit[] = [{ points: 30, seconds: 60, by: 'ip' }]
const byAccount: Limit[] = [{ points: 30, seconds: 60, by: 'account' }]
/** The parts that every change of a factor has. */
const change = { who: 'user', fresh: ELEVATED_S, limits: byAccount, tag, whileSuspended: true } as const

export const factorRoutes: Route[] = [
  route({
    ...{ method: 'POST', path: '/auth/second-factor', who: 'any', limits: byAddress, tag, whileSuspended: true },
    summary: 'Finish a login by a second factor: a code, a recovery code or a passkey',
    body: SecondFactor,
    answer: LoginAnswer,
    async handle({ app, body, ip, userAgent, cookie, setCookie }) {
      const begun = await answerSecondFactor(app, body, { ip, userAgent, cookie })
      setCookie(begun.cookie)
      return begun.answer
    },
  }),
  route({
    ...{ method: 'POST', path: '/auth/factor-reset', who: 'any', limits: byAddress, tag, whileSuspended: true },
    summary: 'Ask to remove all second factors in seven days, at a login that waits for one; its owner can stop it',
    body: FactorReset,
    answer: FactorResetAnswer,
    async handle({ app, body }) {
      const { dueAt } = await askFactorReset(app, body.challengeId)
      return { dueAt: dueAt.toISOString() }
    },
  }),
  route({
    ...{ method: 'POST', path: '/auth/users/me/factor-reset/stop', who: 'user', tag, whileSuspended: true },
    limits: byAccount,
    summary: 'Keep the second factors that somebody has asked to remove',
    answer: Done,
    async handle({ app, actor }) {
      await transact(app, actor, (tx) => keepFactors(tx, actor.userId))
      return { success: true as const }
    },
  }),
  route({
    // An admin opens a closed site again, in the desk, by a step-up.
    ...{ method: 'POST', path: '/auth/step-up', who: 'user', limits: byAccount, tag, staysOpen: true },
    summary: 'Show again that it is you, for ten minutes; answers the next token of the session',
    body: StepUp,
    answer: StepUpAnswer,
    handle: ({ app, actor, body }) => stepUp(app, actor, body),
  }),
  route({
    ...{ method: 'GET', path: '/auth/users/me/security', who: 'user', tag, whileSuspended: true },
    summary: 'The second factors of the account, and the devices on which it is open',
    answer: Security,
    handle: ({ app, actor }) => readSecurity(app, actor),
  }),
  route({
    ...{ ...change, method: 'POST', path: '/auth/totp' },
    summary: 'Begin with an authenticator app; it counts once a code has confirmed it',
    answer: NewTotp,
    handle: ({ app, actor }) => transact(app, actor, proposeTotp),
  }),
  route({
    ...{ ...change, method: 'POST', path: '/auth/totp/confirm' },
    summary: 'Confirm the authenticator app by its code; answers recovery codes where there are none',
    body: ConfirmTotp,
    answer: RecoveryCodes,
    handle: async ({ app, actor, body }) => ({ codes: await transact(app, actor, (tx) => confirmTotp(tx, body.code)) }),
  }),
  route({
    ...{ ...change, method: 'DELETE', path: '/auth/totp' },
    summary: 'Remove the authenticator app',
    answer: Done,
    async handle({ app, actor }) {
      await transact(app, actor, removeTotp)
      return { success: true as const }
    },
  }),
  route({
    ...{ ...change, method: 'POST', path: '/auth/recovery-codes' },
    summary: 'Take ten new recovery codes in the place of the former ones',
    answer: RecoveryCodes,
    handle: async ({ app, actor }) => ({ codes: await transact(app, actor, renewRecoveryCodes) }),
  }),
  ...passkeyRoutes,
]
