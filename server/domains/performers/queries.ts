import type { EntityManager } from '@mikro-orm/core'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { User } from '../accounts/entity.ts'
import { Performer } from './entity.ts'
import { performerView } from './views.ts'

/** The creators among these users, in their order, as anyone may see them. */
export async function creatorsAmong(em: EntityManager, users: readonly User[]): Promise<Creator[]> {
  const performers = await em.find(Performer, { userId: { $in: users.map(({ id }) => id) } })
  const byUser = new Map(performers.map((performer) => [performer.userId, performer]))
  return users.flatMap((user) => {
    const performer = byUser.get(user.id)
    return performer ? [performerView(user, performer)] : []
  })
}
