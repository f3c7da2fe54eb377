export type EngineName =
  | 'dexie'
  | 'ours'
  | 'replicache'
  | 'rxdb'
  | 'tanstack'
  | 'pouchdb'
  | 'tinybase'
  | 'powersync'
  | 'livestore'
  | 'evolu'
  | 'jazz'
export type WorkloadName = 'kill' | 'tap' | 'cold-start' | 'initial-sync' | 'replay' | 'rebase' | 'reconnect' | 'size'

export type EngineAbout = {
  name: EngineName
  title: string
  /** The module with its adapter, relative to `sync/bench`, and what of it makes the engine. */
  module: string
  make: string
  /** The meaning of "acknowledged" for it. */
  acknowledged: 'committed' | 'not committed' | 'in memory'
  /** Workloads that it is left out of, and why. */
  leftOut: Partial<Record<WorkloadName, string>>
  /** The imports of an app, as a module: its size is the bundle of this. */
  imports: string
  /** The files of workers and of WebAssembly that its page loads; all that come with it where this is missing. */
  loads?: RegExp
}

const NO_PROTOCOL = 'needs a server of its own kind'
const NO_REBASE = 'has no pending changes over a server’s rows'

/** In the order of the table; the first is the floor that the others are compared with. */
export const engines: readonly EngineAbout[] = [
  {
    name: 'dexie',
    title: 'Dexie alone',
    module: 'engines/dexie.ts',
    make: 'dexieEngine',
    acknowledged: 'committed',
    leftOut: {},
    imports: `export { Dexie, liveQuery } from 'dexie'`,
  },
  {
    name: 'ours',
    title: 'Vesper sync',
    module: 'engines/ours.ts',
    make: 'ours',
    acknowledged: 'committed',
    leftOut: {},
    imports: `export { createSyncClient } from '../engine/sync-client.ts'
      export { openDatabase } from '../engine/dexie/database.ts'
      export { httpTransport } from '../engine/browser/http-transport.ts'
      export { browserPorts } from '../engine/browser/browser-ports.ts'
      export { liveQuery } from 'dexie'`,
  },
  {
    name: 'replicache',
    title: 'Replicache',
    module: 'peers/replicache.ts',
    make: 'replicache',
    acknowledged: 'in memory',
    leftOut: {},
    imports: `export { Replicache } from 'replicache'`,
  },
  {
    name: 'rxdb',
    title: 'RxDB',
    module: 'peers/rxdb.ts',
    make: 'rxdb',
    acknowledged: 'committed',
    leftOut: { rebase: NO_REBASE, reconnect: 'its users write the transport' },
    imports: `export { createRxDatabase } from 'rxdb/plugins/core'
      export { replicateRxCollection } from 'rxdb/plugins/replication'
      export { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'`,
  },
  {
    name: 'tanstack',
    title: 'TanStack DB',
    module: 'peers/tanstack.ts',
    make: 'tanstack',
    acknowledged: 'not committed',
    leftOut: {
      'cold-start': 'keeps no rows on the device',
      rebase: 'shows a row that was changed here as it was then, until the change is confirmed',
      reconnect: 'its users write the transport',
    },
    imports: `export { createCollection, createLiveQueryCollection, eq } from '@tanstack/db'
      export { startOfflineExecutor } from '@tanstack/offline-transactions'`,
  },
  {
    name: 'pouchdb',
    title: 'PouchDB',
    module: 'peers/pouchdb.ts',
    make: 'pouchdb',
    acknowledged: 'committed',
    leftOut: { replay: NO_PROTOCOL, rebase: NO_REBASE, reconnect: NO_PROTOCOL },
    imports: `export { default } from 'pouchdb-browser'`,
  },
  {
    name: 'tinybase',
    title: 'TinyBase',
    module: 'peers/tinybase.ts',
    make: 'tinybase',
    acknowledged: 'in memory',
    leftOut: {
      'cold-start': 'writes its whole store with each change, and loads for minutes',
      replay: NO_PROTOCOL,
      rebase: NO_REBASE,
      reconnect: NO_PROTOCOL,
    },
    imports: `export { createIndexes, createMergeableStore } from 'tinybase'
      export { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db'`,
  },
  {
    name: 'powersync',
    title: 'PowerSync',
    module: 'peers/powersync.ts',
    make: 'powersync',
    acknowledged: 'committed',
    leftOut: { rebase: NO_REBASE, reconnect: NO_PROTOCOL },
    imports: `export { column, PowerSyncDatabase, Schema, Table, WASQLiteVFS } from '@powersync/web'`,
    loads: /^assets\/(?:worker|OPFSCoopSyncVFS|FacadeVFS|wa-sqlite-(?!async))/,
  },
  {
    name: 'livestore',
    title: 'LiveStore',
    module: 'peers/livestore.ts',
    make: 'livestore',
    acknowledged: 'in memory',
    leftOut: { replay: NO_PROTOCOL, rebase: NO_REBASE, reconnect: NO_PROTOCOL },
    imports: `export { livestore } from './peers/livestore.ts'`,
  },
  {
    name: 'evolu',
    title: 'Evolu',
    module: 'peers/evolu.ts',
    make: 'evolu',
    acknowledged: 'not committed',
    leftOut: {
      'cold-start': 'takes minutes for 50,000 rows',
      replay: NO_PROTOCOL,
      rebase: NO_REBASE,
      reconnect: NO_PROTOCOL,
    },
    imports: `export { createEvolu, id, SimpleName } from '@evolu/common'
      export { evoluWebDeps } from '@evolu/web'`,
    loads: /Db\.worker|opfs-async-proxy|\.wasm$/,
  },
  {
    name: 'jazz',
    title: 'Jazz',
    module: 'peers/jazz.ts',
    make: 'jazz',
    acknowledged: 'in memory',
    leftOut: { replay: NO_PROTOCOL, rebase: NO_REBASE, reconnect: NO_PROTOCOL },
    imports: `export { co, z } from 'jazz-tools'
      export { createJazzBrowserContext } from 'jazz-tools/browser'`,
  },
]
