import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import {
  GoogleLogin,
  GoogleLoginAnswer,
  GoogleToken,
  IdentityList,
  TwitterCallback,
  TwitterLogin,
  TwitterLoginAnswer,
} from '@vesper/sync/vesper/api/social-login.ts'
import * as v from 'valibot'
import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import { route } from '../../infra/http/route.ts'
import type { Limit, Route } from '../../infra/http/route.ts'
import { User } from '../accounts/entity.ts'
import { unlinkIdentity } from './commands.ts'
import { Identity } from './entity.ts'
import { beginFlow, openToken, requireOwnAddress, resumeFlow, sealToken, spendFlow } from './flow.ts'
import type { Google } from './google.ts'
import { signIn } from './sign-in.ts'
import { notSetUp } from './social-profile.ts'
import type { Twitter } from './twitter.ts'
import { identityView } from './views.ts'

const limits: Limit[] = [{ points: 30, seconds: 60, by: 'ip' }]

export const identityRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/google/login',
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Begin a login with Google (redirectUri), or log in by an ID token of Google (idToken)',
    body: GoogleLogin,
    answer: GoogleLoginAnswer,
    async handle({ app, body, userAgent }) {
      const google = googleOf(app)
      if ('idToken' in body) {
        const profile = await google.verify(body.idToken, app.clock())
        await spendFlow(app, body.idToken)
        return signIn(app, profile, { remember: body.remember, userAgent })
      }
      const flow = await beginFlow(app, body.redirectUri)
      return { url: await google.authorizationUrl(flow), state: flow.state }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/google/token',
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Finish a login with Google by the code that it gave',
    body: GoogleToken,
    answer: LoginAnswer,
    async handle({ app, body, userAgent }) {
      const google = googleOf(app)
      const flow = await resumeFlow(app, body)
      await spendFlow(app, flow.state)
      const profile = await google.exchange(flow, { code: body.code, iss: body.iss })
      return signIn(app, profile, { remember: body.remember, userAgent })
    },
  }),
  route({
    method: 'POST',
    path: '/auth/twitter/login',
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Begin a login with X',
    body: TwitterLogin,
    answer: TwitterLoginAnswer,
    async handle({ app, body }) {
      const twitter = twitterOf(app)
      requireOwnAddress(app, body.callbackUrl, 'callbackUrl')
      const { url, token } = await twitter.begin(body.callbackUrl)
      return { url, oauthToken: token.key, oauthTokenSecret: sealToken(app, token) }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/twitter/callback',
    who: 'any',
    limits,
    tag: 'Auth',
    summary: 'Finish a login with X by the verifier that it gave',
    body: TwitterCallback,
    answer: LoginAnswer,
    async handle({ app, body, userAgent }) {
      const twitter = twitterOf(app)
      const token = openToken(app, { key: body.oauthToken, sealed: body.oauthTokenSecret })
      await spendFlow(app, token.key)
      const profile = await twitter.finish(token, body.oauthVerifier)
      return signIn(app, profile, { remember: body.remember, userAgent })
    },
  }),
  route({
    method: 'GET',
    path: '/auth/users/me/identities',
    who: 'user',
    tag: 'Auth',
    summary: 'The logins of other sites that open the account',
    answer: IdentityList,
    async handle({ app, actor }) {
      const em = app.orm.em.fork()
      const linked = await em.find(Identity, { userId: actor.userId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
      const { hasPassword } = await em.findOneOrFail(User, { id: actor.userId })
      return { data: linked.map(identityView), total: linked.length, hasPassword }
    },
  }),
  route({
    method: 'DELETE',
    path: '/auth/users/me/identities/{id}',
    who: 'user',
    tag: 'Auth',
    summary: 'Unlink a login of another site',
    params: v.object({ id: uuid }),
    answer: Done,
    async handle({ app, actor, params }) {
      await transact(app, actor, (tx) => unlinkIdentity(tx, params.id.toLowerCase()))
      return { success: true as const }
    },
  }),
]

function googleOf({ socialLogin }: App): Google {
  if (!socialLogin.google) throw notSetUp()
  return socialLogin.google
}

function twitterOf({ socialLogin }: App): Twitter {
  if (!socialLogin.twitter) throw notSetUp()
  return socialLogin.twitter
}
