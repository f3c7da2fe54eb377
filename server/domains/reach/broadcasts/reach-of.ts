import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Reach } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { ownersOf } from '../../talk/messages/owners-of.ts'
import { membersOf } from '../lists/audience-sql.ts'

type Aim = Pick<BroadcastContent, 'include' | 'exclude' | 'fileIds' | 'price'> & { performerId: string }

/**
 * The accounts that a message goes to now, and how many of those chosen are left out, by reason. Files that an account has
 * already count where they are for sale. Refuses as `not-found` a list that the creator does not have.
 */
export async function reachOf(
  em: SqlEntityManager,
  { performerId, include, exclude, fileIds, price }: Aim,
  now: Date,
): Promise<Reach & { userIds: string[] }> {
  const chosen = await membersOf(em, { performerId, parts: include, now })
  const kept = without(chosen, await membersOf(em, { performerId, parts: exclude, now }))
  const muted = await mutedBy(em, performerId, [...kept])
  const heard = without(kept, muted)
  const owners =
    price > 0 ? await ownersOf(em, { senderId: performerId, fileIds, userIds: [...heard] }) : new Set<string>()
  const userIds = [...without(heard, owners)]
  const leftOut = { excluded: chosen.size - kept.size, muted: muted.size, owned: owners.size }
  return { userIds, count: userIds.length, leftOut }
}

/** The accounts among these that are chosen, and not left out by choice. */
export async function chosenAmong(
  em: SqlEntityManager,
  { performerId, include, exclude }: Pick<Aim, 'performerId' | 'include' | 'exclude'>,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const [chosen, leftOut] = [
    await membersOf(em, { performerId, parts: include, now, among: userIds }),
    await membersOf(em, { performerId, parts: exclude, now, among: userIds }),
  ]
  return without(chosen, leftOut)
}

function without(all: ReadonlySet<string>, some: ReadonlySet<string>): Set<string> {
  return new Set([...all].filter((id) => !some.has(id)))
}

async function mutedBy(em: SqlEntityManager, performerId: string, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await em.execute<{ id: string }[]>(
    `select theirs.user_id as id from conversation_member mine
     join conversation_member theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id <> mine.user_id
     where mine.user_id = ? and theirs.mutes_many and theirs.user_id = any(?::uuid[])`,
    [performerId, `{${userIds.join()}}`],
  )
  return new Set(rows.map(({ id }) => id))
}
