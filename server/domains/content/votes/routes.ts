import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { VoteBody, VoteState } from '@vesper/sync/vesper/api/votes.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { pollCountsOf } from '../posts/poll-counts.ts'
import { setVote } from './commands.ts'

export const voteRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/user/feeds/vote/{id}',
    who: 'user',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag: 'Feeds',
    summary: 'Vote in the poll of a post; the first vote stands, and the same one again is answered as before',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    body: VoteBody,
    answer: VoteState,
    async handle({ app, actor, params, body }) {
      const { options } = await transact(app, actor, (tx) => setVote(tx, { postId: params.id, ...body }))
      const counts = await pollCountsOf(app.orm.em.fork(), [params.id], actor.userId)
      const { votes, voters } = counts.get(params.id) ?? { votes: [], voters: 0 }
      return { options, counts: votes, voters }
    },
  }),
]
