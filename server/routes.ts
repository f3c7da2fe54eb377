import { authRoutes } from './domains/accounts/auth-routes.ts'
import { sessionRoutes } from './domains/accounts/sessions/session-routes.ts'
import { userRoutes } from './domains/accounts/user-routes.ts'
import { conversationRoutes } from './domains/conversations/routes.ts'
import { draftRoutes } from './domains/drafts/routes.ts'
import { fileRoutes } from './infra/files/uploads/routes.ts'
import { followRoutes } from './domains/follows/routes.ts'
import type { Route } from './infra/http/route.ts'
import { messageRoutes } from './domains/messages/routes.ts'
import { performerRoutes } from './domains/performers/routes.ts'
import { preferenceRoutes } from './domains/preferences/routes.ts'
import { productRoutes } from './domains/products/routes.ts'
import { feedRoutes } from './domains/posts/feed-routes.ts'
import { postRoutes } from './domains/posts/routes.ts'
import { reactionRoutes } from './domains/reactions/routes.ts'
import { settingsRoutes } from './domains/settings/routes.ts'
import { ledgerRoutes } from './infra/sync/push/ledger-routes.ts'
import { syncRoutes } from './infra/sync/routes.ts'

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
