import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { RunStart } from '@vesper/sync/engine/core/lineage.ts'
import type { Outcome } from '@vesper/sync/engine/protocol/outcome.ts'

/**
 * The version of a space, raised last by each transaction that changes something in it. `run` is the one in which it was
 * raised last, `past` the versions at which its last runs began, `floor` the one up to which deletions are forgotten.
 */
export const Space = defineEntity({
  name: 'Space',
  tableName: 'space',
  properties: {
    id: p.string().length(100).primary(),
    version: p.bigint('number').default(0),
    run: p.bigint('number').default(0),
    past: p.json<RunStart[]>().defaultRaw(`'[]'`),
    floor: p.bigint('number').default(0),
  },
})

/** One row an entity and space: the version at which it last changed there. Tombstones included. */
export const Change = defineEntity({
  name: 'Change',
  tableName: 'change',
  indexes: [
    { properties: ['space', 'version'] },
    { properties: ['space', 'version'], name: 'change_deleted_index', where: 'deleted' },
  ],
  properties: {
    space: p.string().length(100).primary(),
    collection: p.string().length(40).primary(),
    entityId: p.uuid().primary(),
    version: p.bigint('number'),
    deleted: p.boolean().default(false),
  },
})

/**
 * The outcome of each mutation, written by the transaction that applies it: a replay gets the same answer. `turn`: of
 * the push that asked for it last.
 */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'mutation_ledger',
  indexes: [
    { properties: ['accountId', 'createdAt'] },
    {
      properties: ['createdAt'],
      name: 'mutation_ledger_rejected_index',
      where: `(outcome ->> 'kind'::text) <> 'cancelled'::text`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    accountId: p.uuid(),
    deviceId: p.uuid(),
    turn: p.bigint('number').default(0),
    name: p.string().length(60),
    /** Null where it was decided before lanes were noted. */
    lane: p.string().length(100).nullable(),
    outcome: p.json<Outcome>(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

/**
 * A device's database; its row lock puts the device's pushes one after another. `turn` and `incarnation` are what its last
 * push made. It has heard of all that was decided up to `settledTurn`; what it had heard of at `dueAt`, up to `dueTurn`, is
 * forgotten next, up to `prunedTurn` it has been. `copied`: nothing is, since another copy of the database has turned up.
 * `settledTurn` is below -1 while it has handed in nothing ([BACKLOG-3]).
 * `backlog`: how much more waited on it than it sent, when it was last heard of, through the session `sessionId`.
 */
export const Device = defineEntity({
  name: 'Device',
  tableName: 'device',
  properties: {
    accountId: p.uuid().primary(),
    deviceId: p.uuid().primary(),
    turn: p.bigint('number').default(0),
    incarnation: p.uuid(),
    settledTurn: p.bigint('number').default(-1),
    dueTurn: p.bigint('number').default(-1),
    dueAt: p.datetime().nullable(),
    prunedTurn: p.bigint('number').default(-1),
    copied: p.boolean().default(false),
    backlog: p.integer().default(0),
    sessionId: p.uuid().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    lastSeenAt: p.datetime().onCreate(() => new Date()),
  },
})

/**
 * The identity of this database, made with it: cursors count only within one epoch. `run` is raised where a server starts
 * alone or finds another history, by the clock, so that no two that followed the same backup are the same. `version` is the
 * one of the server that applied the last migrations. The run began in the cluster `system`, in the tables `oids` and in
 * `history`; see `history/history-columns.ts`. Jobs that move money wait since `heldAt`.
 */
export const Epoch = defineEntity({
  name: 'Epoch',
  tableName: 'epoch',
  properties: {
    singleton: p.integer().primary(),
    epoch: p.uuid(),
    run: p.bigint('number').default(0),
    version: p.string().nullable(),
    system: p.string().nullable(),
    history: p.string().nullable(),
    oids: p.string().nullable(),
    heldAt: p.datetime().nullable(),
  },
})

/**
 * A server or worker, with its version, and how far it has seen the database's log. `run` is null once it has stopped; a run
 * ends when no process holds it. `serves`: it takes calls, and is not about to stop.
 */
export const Server = defineEntity({
  name: 'Server',
  tableName: 'server',
  properties: {
    id: p.uuid().primary(),
    release: p.string(),
    run: p.bigint('number').nullable(),
    timeline: p.string().nullable(),
    lsn: p.bigint('number').nullable(),
    seenAt: p.datetime(),
    serves: p.boolean().default(true),
  },
})

/** Every run that this database has been in: one that is not here belongs to a past that a restore has thrown away. */
export const ServerRun = defineEntity({
  name: 'ServerRun',
  tableName: 'server_run',
  properties: { run: p.bigint('number').primary().autoincrement(false) },
})

export type Space = InferEntity<typeof Space>
export type Change = InferEntity<typeof Change>
export type LedgerEntry = InferEntity<typeof LedgerEntry>
export type Device = InferEntity<typeof Device>
