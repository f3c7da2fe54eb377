import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { GoogleLink, IdentityList, TwitterLink } from '@vesper/sync/vesper/api/social-login.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { User } from '../accounts/entity.ts'
import { linkIdentity, unlinkIdentity } from './commands.ts'
import { Identity } from './entity.ts'
import { openToken, requireBegun, resumeFlow, spendFlow } from './flow.ts'
import { googleClientOf, twitterOf } from './provider-clients.ts'
import { requireFreshLogin } from './require-fresh-login.ts'
import type { SocialProfile } from './social-profile.ts'
import { identityView } from './views.ts'

const limits: Limit[] = [{ points: 30, seconds: 60, by: 'account' }]
const path = '/auth/users/me/identities'

/** The logins of other sites that open the account of the caller. */
export const linkRoutes: Route[] = [
  route({
    method: 'GET',
    path: path,
    who: 'user',
    tag: 'Auth',
    summary: 'The logins of other sites that open the account',
    answer: IdentityList,
    handle: ({ app, actor }) => listOf(app, actor),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
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
  route({
    method: 'POST',
    path: `${path}/google`,
    who: 'user',
    limits,
    tag: 'Auth',
    summary: 'Link a login with Google, which was begun with link, to the account of the caller',
    body: GoogleLink,
    answer: IdentityList,
    handle: ({ app, actor, body, ...browser }) =>
      link(app, actor, async () => {
        const google = googleClientOf(app)
        requireBegun(browser, { provider: 'google', id: body.state, purpose: { linkTo: actor.userId } })
        const flow = resumeFlow(app, body)
        await spendFlow(app, flow.state)
        return google.exchange(flow, { code: body.code, iss: body.iss })
      }),
  }),
  route({
    method: 'POST',
    path: `${path}/twitter`,
    who: 'user',
    limits,
    tag: 'Auth',
    summary: 'Link a login with X, which was begun with link, to the account of the caller',
    body: TwitterLink,
    answer: IdentityList,
    handle: ({ app, actor, body, ...browser }) =>
      link(app, actor, async () => {
        const twitter = twitterOf(app)
        requireBegun(browser, { provider: 'twitter', id: body.oauthToken, purpose: { linkTo: actor.userId } })
        const token = openToken(app, { key: body.oauthToken, sealed: body.oauthTokenSecret })
        await spendFlow(app, token.key)
        return twitter.finish(token, body.oauthVerifier)
      }),
  }),
]

async function link(app: App, actor: Actor, prove: () => Promise<SocialProfile>) {
  await requireFreshLogin(app, actor)
  const profile = await prove().catch((error: unknown) => {
    // The session is good: it must not end because the other site's login failed.
    if (error instanceof Refusal && error.kind === 'unauthenticated') throw new Refusal('invalid', error.message)
    throw error
  })
  await transact(app, actor, (tx) => linkIdentity(tx, profile))
  return listOf(app, actor)
}

async function listOf(app: App, { userId }: Actor) {
  const em = app.orm.em.fork()
  const linked = await em.find(Identity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const { hasPassword } = await em.findOneOrFail(User, { id: userId })
  return { data: linked.map(identityView), total: linked.length, hasPassword }
}
