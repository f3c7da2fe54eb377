import { NIL } from 'uuid'
import type { Actor } from '../../../infra/database/transaction.ts'

/** The site owns the pictures of its announcements: no account has this id. */
export const siteActor: Actor = { userId: NIL, sessionId: NIL, isPerformer: false }
