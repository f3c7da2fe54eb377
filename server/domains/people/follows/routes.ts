import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FollowedList, FollowerList, FollowQuery, FollowState } from '@vesper/sync/vesper/api/follows.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { setFollow } from './commands.ts'
import { followedPage, followerPage } from './queries.ts'
import { followedView, followerView } from './views.ts'

const tag = 'Follows'

const followersRoute = route({
  method: 'GET',
  path: '/follows/followers',
  who: 'performer',
  tag,
  summary: 'Who follows the creator, by default the latest first',
  query: FollowQuery,
  answer: FollowerList,
  async handle({ app, actor, query }) {
    const { rows, total } = await followerPage(app.orm.em.fork(), actor.userId, query)
    return { data: rows.map(followerView), total }
  },
})

const followingRoute = route({
  method: 'GET',
  path: '/follows/following',
  who: 'user',
  tag,
  summary: 'Whom the account follows, by default the latest first',
  query: FollowQuery,
  answer: FollowedList,
  async handle({ app, actor, query }) {
    const { rows, total } = await followedPage(app.orm.em.fork(), actor.userId, query)
    return { data: rows.map(followedView), total }
  },
})

export const followRoutes: Route[] = [
  change('POST', 'Follow a creator; following twice is following'),
  change('DELETE', 'Follow a creator no longer'),
  followersRoute,
  followingRoute,
]

function change(method: 'POST' | 'DELETE', summary: string): Route {
  return route({
    method,
    path: '/follows/{id}',
    who: 'user',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag,
    summary,
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: FollowState,
    async handle({ app, actor, params }) {
      const following = method === 'POST'
      await transact(app, actor, (tx) => setFollow(tx, { performerId: params.id, following }))
      return { _id: params.id, following }
    },
  })
}
