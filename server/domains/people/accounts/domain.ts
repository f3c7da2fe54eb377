import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { accountThing } from './account-thing.ts'
import { authRoutes } from './auth-routes.ts'
import { updateProfile } from './commands.ts'
import { OneTimeToken, User } from './entity.ts'
import { setPortrait } from './profile/set-portrait.ts'
import { userRoutes } from './profile/user-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { profiles, recordUser } from './synced.ts'

/** Users, their passwords and sessions, the links sent by mail. */
export const accounts = domain({
  name: 'accounts',
  entities: [synced(User, recordUser), notSynced(OneTimeToken)],
  reads: ['conversation_member', 'follow', 'message', 'performer'],
  routes: [...authRoutes, ...sessionRoutes, ...userRoutes],
  collections: [profiles],
  things: [accountThing],
  uploaded: {
    avatar: (tx, fileId) => setPortrait(tx, { fileId, kind: 'avatar' }),
    cover: (tx, fileId) => setPortrait(tx, { fileId, kind: 'cover' }),
  },
  mutations: {
    'profile.update': { run: updateProfile, spaces: ownSpace, limit: { points: 120, seconds: 600 } },
  },
})
