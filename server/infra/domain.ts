import type { EntitySchema, InferEntity, Routine } from '@mikro-orm/core'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import type { App } from '../app.ts'
import type { ApprovalKind } from './approval-kind.ts'
import type { KeyHolder } from './crypto/key-holder.ts'
import type { FileHolder } from './files/attachment.ts'
import type { PublicPage } from './heads/public-page.ts'
import type { Hooks } from './hooks.ts'
import type { Route } from './http/route.ts'
import type { Job } from './jobs/job.ts'
import type { Audience } from './live/audience.ts'
import type { PageRoom } from './live/page-rooms.ts'
import type { SocketEvent } from './live/socket-event.ts'
import type { GatewayEventHandler } from './payments/gateway-event.ts'
import type { OrderKind } from './payments/order-kind.ts'
import type { DerivedRows, Recorder } from './sync/change-feed/changes.ts'
import type { MutationHandler, MutationHandlers } from './sync/mutation-handlers.ts'
import type { OwnRows, SpaceKind } from './sync/pull/visible-spaces.ts'
import type { CollectionName, SyncedCollection } from './sync/synced-collection.ts'
import type { Thing } from './things/thing.ts'

/** An entity, and how its changes reach devices; `record` is null for one that no device holds. */
export type DeclaredEntity = { entity: EntitySchema; record: Recorder<object> | null }

/** Declares a synchronised entity. */
export function synced<Entity extends EntitySchema>(
  entity: Entity,
  record: Recorder<InferEntity<Entity>>,
): DeclaredEntity {
  return { entity, record: record as unknown as Recorder<object> }
}

/** Declares an entity that no device holds. */
export function notSynced(entity: EntitySchema): DeclaredEntity {
  return { entity, record: null }
}

type Parts = Hooks & {
  name: string
  entities?: readonly DeclaredEntity[]
  /** The tables of other rooms that SQL of this room names. */
  reads?: readonly string[]
  /** The tables of other rooms that SQL of this room changes, each with the reason. */
  writes?: Readonly<Record<string, string>>
  /** Functions of the database. */
  routines?: readonly Routine[]
  routes?: readonly Route[]
  /** Rows that change when an entity of another domain does. */
  derived?: readonly DerivedRows[]
  /** Counts of rows in a user's own space, for the size of an answer. */
  ownRows?: readonly OwnRows[]
  /** The kinds of spaces that this domain makes visible. */
  spaces?: readonly SpaceKind[]
  jobs?: readonly Job[]
  /** Accounts that hear of spaces which are not their own. */
  audience?: Partial<Audience>
  /** The things whose open pages hear of changes. */
  pageRooms?: readonly PageRoom[]
  /** Events that sockets say, and that this domain answers. */
  socketEvents?: readonly SocketEvent[]
  /** Runs beside the requests of a server, from its start until it stops; a worker runs none. */
  services?: readonly Service[]
  /** The kinds of things that others comment on, like, report or buy. */
  things?: readonly Thing[]
  /** The pages that strangers find by a name in their address, with their heads. */
  publicPages?: readonly PublicPage[]
  /** Rows and files that the keys of the configuration are needed for. */
  keyHolders?: readonly KeyHolder[]
  /** The things that hold files. */
  fileHolders?: readonly FileHolder[]
  /** The kinds of orders at the payment provider, with their handlers of payments. */
  orderKinds?: readonly OrderKind[]
  /** Acts of staff that need the consent of a second person. */
  approvals?: readonly ApprovalKind[]
  /** Follows an event of the payment provider. */
  gatewayEvent?: GatewayEventHandler
}

/** Begins what runs beside the requests; answers how it stops. */
export type Service = (app: App) => Promise<{ stop: () => Promise<void> }>

/** One domain's manifest: all that the server needs to know of it. */
export type Domain<Collection extends CollectionName, Mutation extends MutationName> = Parts & {
  collections?: readonly SyncedCollection<Collection>[]
  mutations?: { readonly [Name in Mutation]: MutationHandler<ArgsOf<Name>> }
}

/** A manifest, whatever it provides. */
export type AnyDomain = Parts & {
  collections?: readonly SyncedCollection[]
  mutations?: Partial<MutationHandlers>
}

/** Declares a domain; `server/domains.ts` lists all of them. */
export function domain<Collection extends CollectionName = never, Mutation extends MutationName = never>(
  manifest: Domain<Collection, Mutation>,
): Domain<Collection, Mutation> {
  return manifest
}
