import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import {
  ALL_LIST_MEMBERS_MAX,
  FAN_LISTS_MAX,
  fanListMemberIdOf,
  LIST_MEMBERS_MAX,
} from '@vesper/sync/vesper/records/fan-list.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { isFan, listGone } from './audience-sql.ts'
import { FanList, FanListMember } from './entity.ts'

const CREATORS_ONLY = 'Only creators have lists of fans.'

export type SaveFanList = Pick<ArgsOf<'fan-list.save'>, '_id' | 'kind' | 'changes'>
export type AddToFanList = Pick<ArgsOf<'fan-list.add'>, 'listId' | 'userId'> & { seen?: number | undefined }

/**
 * Changes fields of the acting creator's list, or makes it where it is new and complete. Refuses as `not-found` a list that
 * was removed or is another creator's, as `conflict` one list too many.
 */
export async function saveFanList(tx: Tx, { _id: id, kind, changes }: SaveFanList): Promise<FanList> {
  const performerId = await lockLists(tx)
  const held = await tx.em.findOne(FanList, { id })
  if (held && (held.performerId !== performerId || held.removedAt)) throw listGone()
  const { name = held?.name, rule } = changes
  if (held) {
    const next = { name: name ?? held.name, rule: held.kind === 'rule' ? (rule ?? held.rule) : null }
    const isSame = next.name === held.name && JSON.stringify(next.rule) === JSON.stringify(held.rule)
    return isSame ? held : tx.em.assign(held, { ...next, updatedAt: tx.now })
  }
  // A change of a list that the server does not have: its tombstone may be another creator's.
  if (name === undefined || (kind === 'rule' && !rule)) throw listGone()
  if ((await tx.em.count(FanList, { performerId, removedAt: null })) >= FAN_LISTS_MAX) {
    throw new Refusal('conflict', 'You have 100 lists, the limit. Delete one first.')
  }
  const list = tx.em.create(FanList, {
    ...{ id, performerId, name, kind, rule: kind === 'rule' ? (rule ?? null) : null, removedAt: null },
    ...{ createdAt: tx.now, updatedAt: tx.now },
  })
  await tx.em.flush()
  return list
}

/**
 * Removes the acting creator's list with its members. One that is not there yet leaves a tombstone, so that a creation which
 * arrives later is refused; one of another creator stays.
 */
export async function removeFanList(tx: Tx, { _id: id }: { _id: string }): Promise<void> {
  const performerId = await lockLists(tx)
  const held = await tx.em.findOne(FanList, { id })
  if (held) {
    if (held.performerId !== performerId || held.removedAt) return
    for (const member of await tx.em.find(FanListMember, { listId: id })) tx.em.remove(member)
    tx.em.assign(held, { name: '', rule: null, removedAt: tx.now, updatedAt: tx.now })
  } else {
    const times = { createdAt: tx.now, updatedAt: tx.now, removedAt: tx.now }
    tx.em.create(FanList, { id, performerId, name: '', kind: 'manual', rule: null, ...times })
  }
  await tx.em.flush()
}

/**
 * Puts a fan on a list by hand. `seen` counts the removals of the fan that the device knew: a later one wins, and nothing
 * happens. An addition without `seen` knows of all. Refuses as `not-found` a list that is not the creator's and a person who is no fan
 * or is blocked, as `invalid` a list by rule, as `conflict` one fan too many.
 */
export async function addToFanList(tx: Tx, { listId, userId, seen }: AddToFanList): Promise<void> {
  const performerId = await lockLists(tx)
  await requireManual(tx, performerId, listId)
  const held = await tx.em.findOne(FanListMember, { listId, userId })
  if (held?.isMember || (held && seen !== undefined && held.takes > seen)) return
  if (!(await isFan(tx, performerId, userId))) {
    throw new Refusal('not-found', 'This person is not one of your fans.')
  }
  await requireRoom(tx, performerId, listId)
  if (held) tx.em.assign(held, { isMember: true, addedAt: tx.now })
  else {
    const place = { id: fanListMemberIdOf(listId, userId), listId, performerId, userId }
    tx.em.create(FanListMember, { ...place, isMember: true, takes: 0, addedAt: tx.now })
  }
  await tx.em.flush()
}

/**
 * Takes a fan off a list by hand. It stands against each addition that did not know of it, also one that has not arrived.
 * Refuses as `not-found` a list that is not the creator's, as `invalid` a list by rule.
 */
export async function takeFromFanList(tx: Tx, { listId, userId }: { listId: string; userId: string }): Promise<void> {
  const performerId = await lockLists(tx)
  await requireManual(tx, performerId, listId)
  const held = await tx.em.findOne(FanListMember, { listId, userId })
  if (held?.isMember) tx.em.assign(held, { isMember: false, takes: held.takes + 1 })
  // Strangers get no row: no addition of theirs is taken.
  else if (!held && (await isFan(tx, performerId, userId))) {
    await requireRoom(tx, performerId, listId)
    const place = { id: fanListMemberIdOf(listId, userId), listId, performerId, userId }
    tx.em.create(FanListMember, { ...place, isMember: false, takes: 1, addedAt: tx.now })
  }
  await tx.em.flush()
}

/** The lists of a creator change in turn: they and their members are counted. */
async function lockLists(tx: Tx): Promise<string> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'fan-lists', performerId)
  return performerId
}

async function requireManual(tx: Tx, performerId: string, id: string): Promise<void> {
  const list = await tx.em.findOne(FanList, { id, performerId, removedAt: null })
  if (!list) throw listGone()
  if (list.kind === 'rule')
    throw new Refusal('invalid', 'The rule decides who is on this list. Change the rule instead.')
}

async function requireRoom(tx: Tx, performerId: string, listId: string): Promise<void> {
  if ((await tx.em.count(FanListMember, { listId })) >= LIST_MEMBERS_MAX) {
    throw new Refusal('conflict', 'A list holds 5,000 fans, the limit. Make another list.')
  }
  if ((await tx.em.count(FanListMember, { performerId })) < ALL_LIST_MEMBERS_MAX) return
  throw new Refusal('conflict', 'Your lists hold 20,000 fans in all, the limit. Delete a list first.')
}
