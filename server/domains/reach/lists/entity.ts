import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { FanRule } from '@vesper/sync/vesper/records/fan-list.ts'

/** A creator's list of fans, by hand or by rule. A removed one stays as a tombstone, so that no late edit brings it back. */
export const FanList = defineEntity({
  name: 'FanList',
  tableName: 'fan_list',
  indexes: [{ properties: ['performerId'], name: 'fan_list_open_index', where: 'removed_at is null' }],
  checks: [
    { name: 'fan_list_rule_check', expression: `removed_at is not null or (kind = 'rule') = (rule is not null)` },
  ],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    name: p.string().length(60),
    kind: p.enum(['manual', 'rule'] as const),
    rule: p.json<FanRule>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    removedAt: p.datetime().nullable(),
  },
})

/** A fan's place on a list by hand. One who was taken off keeps the row: `takes` counts the removals. */
export const FanListMember = defineEntity({
  name: 'FanListMember',
  tableName: 'fan_list_member',
  uniques: [{ properties: ['listId', 'userId'] }],
  indexes: [{ properties: ['userId'] }, { properties: ['performerId', 'addedAt'] }],
  properties: {
    /** See `fanListMemberIdOf`. */
    id: p.uuid().primary(),
    listId: p.uuid(),
    /** The creator of the list. */
    performerId: p.uuid(),
    userId: p.uuid(),
    isMember: p.boolean(),
    takes: p.integer(),
    addedAt: p.datetime(),
  },
})

/** A creator's words about a fan, for the creator alone. */
export const FanNote = defineEntity({
  name: 'FanNote',
  tableName: 'fan_note',
  properties: {
    performerId: p.uuid().primary(),
    userId: p.uuid().primary(),
    text: p.text(),
    updatedAt: p.datetime(),
  },
})

export type FanList = InferEntity<typeof FanList>
export type FanListMember = InferEntity<typeof FanListMember>
export type FanNote = InferEntity<typeof FanNote>
