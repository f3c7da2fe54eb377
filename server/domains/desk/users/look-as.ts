import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SeenView } from '@vesper/sync/vesper/api/desk-users.ts'
import { BoughtQuery } from '@vesper/sync/vesper/api/orders.ts'
import { FeedQuery } from '@vesper/sync/vesper/api/posts.ts'
import { SubscriptionQuery } from '@vesper/sync/vesper/api/subscriptions.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { feedPage } from '../../content/posts/feed-page.ts'
import { feedViews } from '../../content/posts/feed-views.ts'
import { Wallet } from '../../money/money/wallet.ts'
import { subscriptionPage } from '../../money/subscriptions/queries.ts'
import { User } from '../../people/accounts/entity.ts'
import { readOwnProfile } from '../../people/accounts/profile/own-profile.ts'
import { orderPage } from '../../shop/orders/queries.ts'
import { boughtView } from '../../shop/orders/views.ts'

type Look = (app: App, em: App['orm']['em'], user: User) => Promise<unknown>

/** The view functions of the rooms, with the facts of the account. None of them writes. */
const looks: Record<SeenView, Look> = {
  async feed(app, em, user) {
    const { posts } = await feedPage(em, { followerId: user.id }, v.parse(FeedQuery, {}))
    return feedViews(app, { em, posts, viewer: { userId: user.id, country: user.countrySeen ?? null } })
  },
  profile: (app, em, user) => readOwnProfile(app, em, user),
  async orders(_app, em, user) {
    const { orders } = await orderPage(em, { buyerId: user.id }, v.parse(BoughtQuery, {}))
    return orders.map(boughtView)
  },
  wallet: (_app, em, user) => em.findOne(Wallet, { userId: user.id }),
  async subscriptions(app, _em, user) {
    const { data } = await subscriptionPage(app, user.id, v.parse(SubscriptionQuery, {}))
    return data
  },
}

/** A view of the site as an account sees it, in lines of text. The look is audited before anything is read. */
export async function lookAs(app: App, actor: Actor, { id, view }: { id: string; view: SeenView }): Promise<string> {
  const em = app.orm.em.fork()
  const user = await em.findOne(User, { id })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  await transact(app, actor, (tx) =>
    Promise.resolve(audit(tx, { action: 'user.look', subjectId: id, after: { view } })),
  )
  return linesOf(JSON.parse(JSON.stringify(await looks[view](app, em, user)))).join('\n')
}

/** Links are left out: a signed one would open a file in the name of the account. */
const LINK = /^(?:\/|https?:|blob:|data:)/

function linesOf(value: unknown, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const at = Array.isArray(value) ? `${indent}${Number(name) + 1}.` : `${indent}${name}:`
    if (typeof part === 'object' && part !== null) return [at, ...linesOf(part, `${indent}  `)]
    return part === null || part === '' || LINK.test(String(part)) ? [] : [`${at} ${String(part)}`]
  })
}
