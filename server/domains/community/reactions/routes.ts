import { ReactionBody, ReactionState } from '@vesper/sync/vesper/api/reactions.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { bookmarkRoutes } from './bookmark-routes.ts'
import { setReaction } from './commands.ts'

const tag = 'Reactions'

export const reactionRoutes: Route[] = [
  change('POST', 'Like or bookmark something; twice is once'),
  change('DELETE', 'Like or bookmark something no longer'),
  ...bookmarkRoutes,
]

function change(method: 'POST' | 'DELETE', summary: string): Route {
  return route({
    method,
    path: '/reactions',
    who: 'user',
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag,
    summary,
    body: ReactionBody,
    answer: ReactionState,
    async handle({ app, actor, body }) {
      const on = method === 'POST'
      await transact(app, actor, (tx) => setReaction(tx, { ...body, on }))
      return { ...body, on }
    },
  })
}
