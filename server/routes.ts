import { authRoutes } from './accounts/auth-routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { userRoutes } from './accounts/user-routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { followRoutes } from './follows/routes.ts'
import type { Route } from './http/route.ts'
import { messageRoutes } from './messages/routes.ts'
import { performerRoutes } from './performers/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { productRoutes } from './products/routes.ts'
import { feedRoutes } from './posts/feed-routes.ts'
import { postRoutes } from './posts/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { ledgerRoutes } from './sync/ledger-routes.ts'
import { syncRoutes } from './sync/routes.ts'

/** Every call of the API, in the order of its documentation. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...preferenceRoutes,
  ...performerRoutes,
  ...followRoutes,
  ...productRoutes,
  ...reactionRoutes,
  ...settingsRoutes,
  ...conversationRoutes,
  ...messageRoutes,
  ...feedRoutes,
  ...postRoutes,
  ...draftRoutes,
  ...syncRoutes,
  ...ledgerRoutes,
  ...fileRoutes,
]
