import type { MutationLimit } from '../../../infra/sync/push/mutation-limits.ts'

/** Posts that an account publishes, written at once or as drafts. */
export const PUBLISH_LIMIT: MutationLimit = { points: 120, seconds: 600 }
