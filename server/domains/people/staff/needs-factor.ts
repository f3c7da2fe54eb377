import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { StaffRole } from './entity.ts'

/** Why an account cannot remove its last second factor; null for one that is no staff. */
export async function needsFactor(em: SqlEntityManager, userId: string): Promise<string | null> {
  const roles = await em.count(StaffRole, { userId, revokedAt: null })
  return roles > 0 ? 'Staff need a second factor.' : null
}
