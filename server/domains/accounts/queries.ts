import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import type { UserSearch } from '@vesper/sync/vesper/api/users.ts'
import type * as v from 'valibot'
import { containing } from '../../infra/database/like-pattern.ts'
import { User } from './entity.ts'
import { listOptions } from '../../infra/http/list.ts'

/** A page of active accounts, of fans or of performers, whose name or username contains `q`. */
export async function searchAccounts(
  em: EntityManager,
  { isPerformer, q, ...query }: v.InferOutput<typeof UserSearch> & { isPerformer: boolean },
): Promise<{ users: User[]; total: number }> {
  const pattern = containing(q)
  const matching: FilterQuery<User> = q
    ? { $or: [{ name: { $ilike: pattern } }, { username: { $ilike: pattern } }] }
    : {}
  const [users, total] = await em.findAndCount(
    User,
    { $and: [{ isPerformer, status: 'active' }, matching] },
    listOptions(query),
  )
  return { users, total }
}
