import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { Outcome } from '@vesper/sync/protocol/outcome.ts'

/** The version of a space, raised last by each transaction that changes something in it. */
export const Space = defineEntity({
  name: 'Space',
  tableName: 'space',
  properties: { id: p.string().length(100).primary(), version: p.bigint('number').default(0) },
})

/** One row an entity and space: the version at which it last changed there. Tombstones included. */
export const Change = defineEntity({
  name: 'Change',
  tableName: 'change',
  indexes: [{ properties: ['space', 'version'] }],
  properties: {
    space: p.string().length(100).primary(),
    collection: p.string().length(40).primary(),
    entityId: p.uuid().primary(),
    version: p.bigint('number'),
    deleted: p.boolean().default(false),
  },
})

/** What became of each mutation, written by the transaction that applies it: a replay gets the same answer. */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'mutation_ledger',
  indexes: [{ properties: ['accountId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    deviceId: p.uuid(),
    name: p.string().length(60),
    outcome: p.json<Outcome>(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

/** A device's database; its row lock puts the device's pushes one after another. */
export const Device = defineEntity({
  name: 'Device',
  tableName: 'device',
  properties: {
    accountId: p.uuid().primary(),
    deviceId: p.uuid().primary(),
    incarnation: p.uuid(),
    createdAt: p.datetime().onCreate(() => new Date()),
    lastSeenAt: p.datetime().onCreate(() => new Date()),
  },
})

/** The identity of this database, made with it: cursors count only within one epoch. */
export const Epoch = defineEntity({
  name: 'Epoch',
  tableName: 'epoch',
  properties: { singleton: p.integer().primary(), epoch: p.uuid() },
})

export type Space = InferEntity<typeof Space>
export type Change = InferEntity<typeof Change>
export type LedgerEntry = InferEntity<typeof LedgerEntry>
export type Device = InferEntity<typeof Device>
