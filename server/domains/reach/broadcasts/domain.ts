import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { discardBroadcast, saveBroadcast } from './commands.ts'
import { Broadcast, BroadcastRecipient } from './entity.ts'
import { broadcastRoutes } from './routes.ts'
import { sendDueBroadcasts } from './send-due.ts'
import { broadcasts as collection, broadcastsThatShowFiles, recordBroadcast } from './synced.ts'
import { greet } from './welcomes.ts'

/** Messages of a creator to many fans, and those that go out by themselves. */
export const broadcasts = domain({
  name: 'broadcasts',
  entities: [synced(Broadcast, recordBroadcast), notSynced(BroadcastRecipient)],
  reads: ['charge', 'conversation_member', 'message'],
  routes: broadcastRoutes,
  collections: [collection],
  derived: [broadcastsThatShowFiles],
  jobs: [sendDueBroadcasts],
  fanJoined: greet,
  ownRows: [
    {
      sql: 'select count(*)::int from broadcast where performer_id = ? and trigger is null and not is_retired',
      params: ['viewer'],
    },
  ],
  mutations: {
    'broadcast.save': { run: saveBroadcast, spaces: ownSpace, limit: { points: 600, seconds: 600 } },
    'broadcast.discard': { run: discardBroadcast, spaces: ownSpace },
  },
})
