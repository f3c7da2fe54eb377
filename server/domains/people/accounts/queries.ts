import { raw } from '@mikro-orm/core'
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { UserSearch } from '@vesper/sync/vesper/api/users.ts'
import type * as v from 'valibot'
import { blocksAccount } from '../../../content/blocks.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { User } from './entity.ts'

export const NO_CREATOR = 'There is no such creator.'

type Query = v.InferOutput<typeof UserSearch>
type UserPage = { users: User[]; total: number }

/**
 * A page of the active fans who follow a creator or wrote to them, and whose name or username contains `q`, without those
 * whom the creator blocks.
 */
export function searchFans(em: EntityManager, creatorId: string, query: Query): Promise<UserPage> {
  const known = raw(
    (
      user,
    ) => `(not ${blocksAccount('?::uuid', `"${user}".id`)} and ("${user}".id in (select follower_id from follow where performer_id = ?)
      or exists (
        select 1 from conversation_member mine
        join conversation_member theirs on theirs.conversation_id = mine.conversation_id
        where mine.user_id = ? and theirs.user_id = "${user}".id and exists (
          select 1 from message m where m.conversation_id = mine.conversation_id and m.sender_id = "${user}".id))))`,
    [creatorId, creatorId, creatorId],
  )
  return page(em, query, { isPerformer: false, status: 'active', [known]: true })
}

/** Tells if the database has accounts of the demo data. */
export async function hasDemoAccounts(em: EntityManager): Promise<boolean> {
  const found = await em.execute<unknown[]>(`select 1 from "user" where email like '%@demo.test' limit 1`)
  return found.length > 0
}

async function page(em: EntityManager, { q, ...query }: Query, among: FilterQuery<User>): Promise<UserPage> {
  const pattern = containing(q)
  const matching: FilterQuery<User> = q
    ? { $or: [{ name: { $ilike: pattern } }, { username: { $ilike: pattern } }] }
    : {}
  const { rows, total } = await entityPage(em, { entity: User, where: { $and: [among, matching] } }, query)
  return { users: rows, total }
}

export function noSuchCreator(): Refusal {
  return new Refusal('not-found', NO_CREATOR)
}
