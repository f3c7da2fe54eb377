import * as v from 'valibot'
import type { LocalTx } from '../../engine/core/local-tx.ts'
import type { Mutation } from '../../engine/mutation.ts'
import { FanListName } from '../api/fan-lists.ts'
import { moment, uuid } from '../api/fields.ts'
import { fanListMemberIdOf, FanRule } from '../records/fan-list.ts'
import type { FanList, FanListMember } from '../records/fan-list.ts'

const id = v.pipe(uuid, v.toLowerCase())

/**
 * `changes` are the edited fields; a new list has a name, and one by rule its rule. The kind of a list never changes.
 * `editedAt` is the device's clock, shown until the server has dated the list.
 */
const SaveFanListArgs = v.object({
  _id: id,
  kind: v.picklist(['manual', 'rule']),
  changes: v.object({ name: v.optional(FanListName), rule: v.optional(FanRule) }),
  editedAt: moment('This is not a time.'),
})
const RemoveFanListArgs = v.object({ _id: id })

/** `seen` counts the removals of this fan from the list that the device knew; see `takes` of the record. `user` is shown until the server has answered. */
const AddToFanListArgs = v.object({
  listId: id,
  userId: id,
  seen: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  user: v.optional(v.object({ name: v.string(), username: v.nullable(v.string()), avatar: v.nullable(v.string()) })),
})
const TakeFromFanListArgs = v.object({ listId: id, userId: id })

export type SaveFanList = v.InferOutput<typeof SaveFanListArgs>

/** Per field the last value to arrive stands. A list that was removed is never there again: another one has another id. */
export const saveFanList: Mutation<SaveFanList> = {
  name: 'fan-list.save',
  class: 'queue',
  args: SaveFanListArgs,
  lane: () => LANE,
  fold: (previous, next) =>
    previous._id === next._id
      ? { ...next, kind: previous.kind, changes: { ...previous.changes, ...written(next.changes) } }
      : null,
  async optimistic(tx, { _id, kind, changes, editedAt }, { account }) {
    const held = (await tx.get('fan-lists', _id)) as FanList | undefined
    if (held) {
      const { name = held.name, rule = held.rule } = changes
      return tx.put('fan-lists', { ...held, name, rule: held.kind === 'rule' ? rule : null, updatedAt: editedAt })
    }
    const { name, rule = null } = changes
    if (name === undefined || (kind === 'rule' && !rule)) return
    const list: FanList = {
      ...{ _id, performerId: account, name, kind, rule: kind === 'rule' ? rule : null },
      ...{ createdAt: editedAt, updatedAt: editedAt },
    }
    await tx.put('fan-lists', list)
  },
}

/** Wins over every edit, in whichever order they arrive. */
export const removeFanList: Mutation<v.InferOutput<typeof RemoveFanListArgs>> = {
  name: 'fan-list.remove',
  class: 'queue',
  args: RemoveFanListArgs,
  lane: () => LANE,
  async optimistic(tx, { _id }) {
    if (await tx.get('fan-lists', _id)) await tx.delete('fan-lists', _id)
  },
}

/** Puts a fan on a list by hand. A removal that the device did not know of wins. */
export const addToFanList: Mutation<v.InferOutput<typeof AddToFanListArgs>> = {
  name: 'fan-list.add',
  class: 'queue',
  args: AddToFanListArgs,
  lane: () => LANE,
  async optimistic(tx, { listId, userId, seen, user }, { account, queuedAt }) {
    const held = await place(tx, listId, userId)
    if (held?.isMember || (held?.takes ?? 0) > seen) return
    const unknown = { name: '', username: null, avatar: null }
    const member: FanListMember = {
      ...{ _id: fanListMemberIdOf(listId, userId), listId, userId, performerId: account },
      ...(user ?? (held ? { name: held.name, username: held.username, avatar: held.avatar } : unknown)),
      ...{ isMember: true, takes: held?.takes ?? 0, addedAt: queuedAt },
    }
    await tx.put('fan-list-members', member)
  },
}

/** Takes a fan off a list by hand, also one whose addition has not arrived yet. */
export const takeFromFanList: Mutation<v.InferOutput<typeof TakeFromFanListArgs>> = {
  name: 'fan-list.take',
  class: 'queue',
  args: TakeFromFanListArgs,
  lane: () => LANE,
  async optimistic(tx, { listId, userId }) {
    const held = await place(tx, listId, userId)
    if (!held?.isMember) return
    await tx.put('fan-list-members', { ...held, isMember: false, takes: held.takes + 1 })
  },
}

/** One lane: a fan is added to a list after the list is made. */
const LANE = 'fan-lists'

async function place(tx: LocalTx, listId: string, userId: string): Promise<FanListMember | undefined> {
  return (await tx.get('fan-list-members', fanListMemberIdOf(listId, userId))) as FanListMember | undefined
}

function written({ name, rule }: SaveFanList['changes']): SaveFanList['changes'] {
  return { ...(name !== undefined && { name }), ...(rule !== undefined && { rule }) }
}
