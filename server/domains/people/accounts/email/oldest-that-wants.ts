import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { User } from '../entity.ts'

/**
 * The oldest account that has no confirmed address and wants this one, null for none. Never one that has a confirmed address:
 * what it wants beside that opens nothing.
 */
export async function oldestThatWants(em: SqlEntityManager, email: string): Promise<User | null> {
  const wanting = { pendingEmail: email, email: null }
  const [user] = await em.find(User, wanting, { orderBy: { createdAt: 'asc', id: 'asc' }, limit: 1 })
  return user ?? null
}
