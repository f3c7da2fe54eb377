import { spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { setFollow } from './commands.ts'
import { Follow } from './entity.ts'
import { followersAmong } from './queries.ts'
import { followRoutes } from './routes.ts'
import { follows as collection, recordFollow } from './synced.ts'

/** The creators that a user follows. */
export const follows = domain({
  name: 'follows',
  entities: [synced(Follow, recordFollow)],
  reads: ['performer'],
  routes: followRoutes,
  collections: [collection],
  ownRows: [{ sql: 'select count(*)::int from follow where follower_id = ?', params: ['viewer'] }],
  audience: { followersAmong },
  mutations: {
    'follow.set': {
      run: setFollow,
      spaces: ({ performerId }, account) => [spaceOfUser(account), spaceOfPerformer(performerId.toLowerCase())],
      limit: { points: 600, seconds: 600 },
    },
  },
})
