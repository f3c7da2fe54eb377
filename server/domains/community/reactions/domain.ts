import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { setReaction } from './commands.ts'
import { Reaction } from './entity.ts'
import { reactionRoutes } from './routes.ts'
import { REACTION_WINDOW, reactions as collection, recordReaction } from './synced.ts'

/** Likes and bookmarks. */
export const reactions = domain({
  name: 'reactions',
  entities: [synced(Reaction, recordReaction)],
  routes: reactionRoutes,
  collections: [collection],
  ownRows: [
    {
      sql: 'select count(*)::int from (select 1 from reaction where user_id = ? limit ?) as r',
      params: ['viewer', REACTION_WINDOW],
    },
  ],
  mutations: { 'reaction.set': { run: setReaction, spaces: ownSpace, limit: { points: 1200, seconds: 600 } } },
})
