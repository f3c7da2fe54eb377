import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SeenView } from '@vesper/sync/vesper/api/desk-users.ts'
import { BoughtQuery } from '@vesper/sync/vesper/api/orders.ts'
import { FeedQuery } from '@vesper/sync/vesper/api/posts.ts'
import { SubscriptionQuery } from '@vesper/sync/vesper/api/subscriptions.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { Post } from '../../content/posts/entity.ts'
import { feedPage } from '../../content/posts/feed-page.ts'
import { feedViews } from '../../content/posts/feed-views.ts'
import { Wallet } from '../../money/money/wallet.ts'
import { subscriptionPage } from '../../money/subscriptions/queries.ts'
import { User } from '../../people/accounts/entity.ts'
import { readOwnProfile } from '../../people/accounts/profile/own-profile.ts'
import { orderPage } from '../../shop/orders/queries.ts'
import { boughtView } from '../../shop/orders/views.ts'
import { noConversation } from '../../talk/conversations/lock-conversation.ts'
import { messagePage, withFiles } from '../../talk/messages/queries.ts'
import { messageView } from '../../talk/messages/views.ts'
import { requireConsent } from './look-approval.ts'

type Look = (app: App, em: App['orm']['em'], look: { user: User; about: string }) => Promise<unknown>
/** Messages of a conversation that are shown at once, the newest. */
const MESSAGES = 50

/** The view functions of the rooms, with the facts of the account. None of them writes. */
const looks: Record<SeenView, Look> = {
  async feed(app, em, { user }) {
    const { posts } = await feedPage(em, { followerId: user.id }, v.parse(FeedQuery, {}))
    return feedViews(app, { em, posts, viewer: viewerOf(user) })
  },
  async post(app, em, { user, about }) {
    const posts = await em.find(Post, { id: about })
    const [view] = await feedViews(app, { em, posts, viewer: viewerOf(user) })
    if (!view || view.status === 'removed') throw new Refusal('not-found', 'There is no such post.')
    return view
  },
  async conversation(app, em, { user, about }) {
    const conversationId = conversationIdOf(user.id, about)
    const page = await messagePage(em, { conversationId, userId: user.id }, { offset: 0, limit: MESSAGES })
    if (!page) throw noConversation()
    return (await withFiles(em, page.rows)).map((read) => messageView(app, read, user.id))
  },
  profile: (app, em, { user }) => readOwnProfile(app, em, user),
  async orders(_app, em, { user }) {
    const { orders } = await orderPage(em, { buyerId: user.id }, v.parse(BoughtQuery, {}))
    return orders.map(boughtView)
  },
  wallet: (_app, em, { user }) => em.findOne(Wallet, { userId: user.id }),
  async subscriptions(app, _em, { user }) {
    const { data } = await subscriptionPage(app, user.id, v.parse(SubscriptionQuery, {}))
    return data
  },
}

type Looked = { id: string; view: SeenView; about?: string | undefined }

/** A view of the site as an account sees it, in lines of text. The look is audited before anything is read. */
export async function lookAs(app: App, actor: Actor, { id, view, about = '' }: Looked): Promise<string> {
  const em = app.orm.em.fork()
  const user = await em.findOne(User, { id })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  if (view === 'post' && about === '') throw new Refusal('invalid', 'Choose a post.')
  if (view === 'conversation') await requireConsent(app, actor, conversationIdOf(id, about))
  await transact(app, actor, (tx) =>
    Promise.resolve(audit(tx, { action: 'user.look', subjectId: id, after: { view, ...(about !== '' && { about }) } })),
  )
  return linesOf(JSON.parse(JSON.stringify(await looks[view](app, em, { user, about })))).join('\n')
}

function viewerOf({ id, countrySeen }: User) {
  return { userId: id, country: countrySeen ?? null }
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
