import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import {
  GoogleLogin,
  GoogleLoginAnswer,
  GoogleToken,
  TwitterCallback,
  TwitterLogin,
  TwitterLoginAnswer,
} from '@vesper/sync/vesper/api/social-login.ts'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import {
  beginFlow,
  flowCookie,
  openToken,
  requireBegun,
  requireOwnAddress,
  resumeFlow,
  sealToken,
  spendFlow,
} from './flow.ts'
import { linkRoutes } from './link-routes.ts'
import { googleClientOf, twitterOf } from './provider-clients.ts'
import { requireFreshLogin } from './require-fresh-login.ts'
import { signIn } from './sign-in.ts'

const limits: Limit[] = [{ points: 30, seconds: 60, by: 'ip' }]

export const identityRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/google/login',
    whileSuspended: true,
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Begin a login with Google (redirectUri), or log in by an ID token of Google (idToken)',
    body: GoogleLogin,
    answer: GoogleLoginAnswer,
    async handle({ app, actor, body, ip, userAgent, cookie, setCookie }) {
      const google = googleClientOf(app)
      if ('idToken' in body) {
        const profile = await google.verify(body.idToken, app.clock())
        await spendFlow(app, body.idToken)
        const begun = await signIn(app, profile, { remember: body.remember, userAgent, ip, cookie })
        setCookie(begun.cookie)
        return begun.answer
      }
      const flow = beginFlow(app, body.redirectUri)
      setCookie(flowCookie('google', flow.state, await purposeOf(app, body, actor)))
      return { url: await google.authorizationUrl(flow), state: flow.state }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/google/token',
    whileSuspended: true,
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Finish a login with Google by the code that it gave',
    body: GoogleToken,
    answer: LoginAnswer,
    async handle({ app, body, ip, userAgent, ...browser }) {
      const google = googleClientOf(app)
      requireBegun(browser, { provider: 'google', id: body.state, purpose: 'login' })
      const flow = resumeFlow(app, body)
      await spendFlow(app, flow.state)
      const profile = await google.exchange(flow, { code: body.code, iss: body.iss })
      const begun = await signIn(app, profile, { remember: body.remember, userAgent, ip, cookie: browser.cookie })
      browser.setCookie(begun.cookie)
      return begun.answer
    },
  }),
  route({
    method: 'POST',
    path: '/auth/twitter/login',
    whileSuspended: true,
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Begin a login with X',
    body: TwitterLogin,
    answer: TwitterLoginAnswer,
    async handle({ app, actor, body, setCookie }) {
      const twitter = twitterOf(app)
      requireOwnAddress(app, body.callbackUrl, 'callbackUrl')
      const purpose = await purposeOf(app, body, actor)
      const { url, token } = await twitter.begin(body.callbackUrl)
      setCookie(flowCookie('twitter', token.key, purpose))
      return { url, oauthToken: token.key, oauthTokenSecret: sealToken(app, token) }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/twitter/callback',
    whileSuspended: true,
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Finish a login with X by the verifier that it gave',
    body: TwitterCallback,
    answer: LoginAnswer,
    async handle({ app, body, ip, userAgent, ...browser }) {
      const twitter = twitterOf(app)
      requireBegun(browser, { provider: 'twitter', id: body.oauthToken, purpose: 'login' })
      const token = openToken(app, { key: body.oauthToken, sealed: body.oauthTokenSecret })
      await spendFlow(app, token.key)
      const profile = await twitter.finish(token, body.oauthVerifier)
      const begun = await signIn(app, profile, { remember: body.remember, userAgent, ip, cookie: browser.cookie })
      browser.setCookie(begun.cookie)
      return begun.answer
    },
  }),
  ...linkRoutes,
]

/** Refuses a link without an account that it could be linked to. */
async function purposeOf(app: App, { link }: { link: boolean }, actor: Actor | null) {
  if (!link) return 'login' as const
  if (!actor) throw new Refusal('unauthenticated', 'Log in first.')
  // Here as well as at the end: the person need not come back to be refused.
  await requireFreshLogin(app, actor)
  return { linkTo: actor.userId }
}
