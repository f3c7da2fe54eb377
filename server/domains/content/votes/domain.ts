import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { pollRoom } from './announce-counts.ts'
import { setVote } from './commands.ts'
import { PollTotal, PollVote } from './entity.ts'
import { voteRoutes } from './routes.ts'
import { recordVote, VOTE_WINDOW, votes as collection } from './synced.ts'

/** Votes in the polls of posts. */
export const votes = domain({
  name: 'votes',
  entities: [synced(PollVote, recordVote), notSynced(PollTotal)],
  routes: voteRoutes,
  collections: [collection],
  pageRooms: [pollRoom],
  ownRows: [
    {
      sql: 'select count(*)::int from (select 1 from poll_vote where user_id = ? limit ?) as v',
      params: ['viewer', VOTE_WINDOW],
    },
  ],
  mutations: { 'vote.set': { run: setVote, spaces: ownSpace, limit: { points: 600, seconds: 600 } } },
})
