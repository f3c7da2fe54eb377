import assert from 'node:assert/strict'
import type { EntitySchema, InferEntity, Routine } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ArgsOf, MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { App } from '../app.ts'
import type { Tx } from './database/transaction.ts'
import type { FileHolder } from './files/attachment.ts'
import type { File } from './files/entity.ts'
import type { PublicPage } from './heads/public-page.ts'
import type { Route } from './http/route.ts'
import type { Job } from './jobs/job.ts'
import type { Audience } from './live/audience.ts'
import type { PageRoom } from './live/page-rooms.ts'
import type { SocketEvent } from './live/socket-event.ts'
import type { GatewayEventHandler } from './payments/gateway-event.ts'
import type { OrderKind } from './payments/order-kind.ts'
import type { ClosedRoom } from './rtc/stream-engine.ts'
import type { DerivedSql, Recorders } from './sync/change-feed/change-feed.ts'
import type { DerivedRows, Recorder } from './sync/change-feed/changes.ts'
import type { MutationHandler, MutationHandlers } from './sync/mutation-handlers.ts'
import { visibleSpacesQuery } from './sync/pull/visible-spaces.ts'
import type { OwnRows, SpaceKind, VisibleSpacesQuery } from './sync/pull/visible-spaces.ts'
import type { CollectionName, SyncedCollection } from './sync/synced-collection.ts'
import { joinThings } from './things/join-things.ts'
import type { Things } from './things/join-things.ts'
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

type Parts = {
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
  /** Runs in the transaction that stores an upload, by the purpose of its file. */
  uploaded?: UploadHandlers
  /** Hears that a device of an account holds versions of conversations, by their ids. Nobody waits for it. */
  deviceHolds?: DeviceHolds
  /** Hears, before a call is answered, that it comes from another country than the account's latest one. */
  countrySeen?: CountrySeen
  /** Accounts that hear of spaces which are not their own. */
  audience?: Partial<Audience>
  /** SQL that tells if a push message is read, by its kind; `notice` for kinds that no domain names. */
  pushRead?: Readonly<Record<string, PushRead>>
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
  /** The things that hold files. */
  fileHolders?: readonly FileHolder[]
  /** Deletes a message that is none of a private conversation, by its id; false where this domain has none with the id. */
  removeMessage?: RemoveMessage
  /** Hears of refunds, in their transaction, by the type of the charge. */
  refunded?: RefundHandlers
  /** Hears of a new charge, last in its transaction, by its type. Several domains may. */
  charged?: Partial<ChargedHandlers>
  /** Reads the line of a creator's menu that a tip buys; null for none. */
  tipItem?: TipItem
  /** Hears, last in its transaction, that a fan has begun to follow a creator, or to subscribe. */
  fanJoined?: FanJoined
  /** Tells if an account is on a creator's list of fans. */
  onFanList?: OnFanList
  /** The kinds of orders at the payment provider, with their handlers of payments. */
  orderKinds?: readonly OrderKind[]
  /** Follows an event of the payment provider. */
  gatewayEvent?: GatewayEventHandler
  /** Reads the part of an account's own profile that this domain knows. */
  profilePart?: ProfilePart
  /** Runs in the transaction that ends sessions, with their ids. */
  sessionsEnded?: SessionsEnded
  /** Runs in the transaction that opens an account to others or closes it, once the account is stored. */
  standingChanged?: StandingChanged
  /** Takes the recording that a closed room of the media engine leaves. `streamId`: the name of the room. */
  recorded?: Recorded
  /** Logins that open an account beside its password. */
  otherLogins?: OtherLogins
  /** Why the server should take no requests; null while it can. `/ready` asks each time. */
  readiness?: Readiness
  /** A trouble that an operator should know of, though the server takes requests; null for nothing. `/ready` asks each time. */
  warning?: Readiness
}

type RemoveMessage = (tx: Tx, id: string) => Promise<boolean>
type ProfilePart = (
  em: SqlEntityManager,
  account: { id: string; isPerformer: boolean },
) => Promise<Partial<Pick<Profile, 'verification' | 'rejectionReason'>>>
/** Takes SQL expressions of the account, the id of the thing and its number, and gives a condition. */
type PushRead = (push: { user: string; id: string; seq: string }) => string
type StandingChanged = (tx: Tx, userId: string) => Promise<void>
type SessionsEnded = (tx: Tx, sessionIds: readonly string[]) => Promise<void>
/** Both answer the logins in words for a mail, the first one first. `remove` runs under the account's lock. */
type OtherLogins = Readonly<Record<'list' | 'remove', (tx: Tx, userId: string) => Promise<string[]>>>
type Recorded = (app: App, recording: { streamId: string } & NonNullable<ClosedRoom['recording']>) => Promise<void>
type Readiness = (app: App) => Promise<string | null>
type UploadHandlers = { readonly [Purpose in File['purpose']]?: (tx: Tx, fileId: string) => Promise<void> }
/** A refund of a charge: `tokens` were given back now, `refunded` in all, and with them the whole of it where `isWhole`. */
export type Refunded = {
  chargeId: string
  fanId: string
  targetId: string
  tokens: number
  refunded: number
  isWhole: boolean
}
type RefundHandlers = Readonly<Record<string, (tx: Tx, refund: Refunded) => Promise<void>>>

/** A new tip. `item`: the line of the menu that it buys. `streamId`: the stream that the fan watched. */
export type ChargedTip = {
  id: string
  fanId: string
  performerId: string
  tokens: number
  message: string
  item: string | null
  streamId: string | null
}
type ChargedHandlers = { readonly tip: (tx: Tx, tip: ChargedTip) => Promise<void> }
type TipItem = (
  tx: Tx,
  item: { performerId: string; itemId: string },
) => Promise<{ title: string; price: number } | null>
/** `return`: a subscription of a fan who has had one before. */
export type FanJoined = (
  tx: Tx,
  joined: { fanId: string; performerId: string; how: 'follow' | 'subscribe' | 'return' },
) => Promise<void>
type OnFanList = (
  em: SqlEntityManager,
  list: { performerId: string; listId: string; userId: string },
) => Promise<boolean>

/** Begins what runs beside the requests; answers how it stops. */
export type Service = (app: App) => Promise<{ stop: () => Promise<void> }>
type CountrySeen = (app: App, userId: string, country: string) => Promise<void>
type DeviceHolds = (app: App, userId: string, versions: ReadonlyMap<string, number>) => void

/** One domain's manifest: all that the server needs to know of it. */
export type Domain<Collection extends CollectionName, Mutation extends MutationName> = Parts & {
  collections?: readonly SyncedCollection<Collection>[]
  mutations?: { readonly [Name in Mutation]: MutationHandler<ArgsOf<Name>> }
}

type AnyDomain = Parts & {
  collections?: readonly SyncedCollection[]
  mutations?: Partial<MutationHandlers>
}

/** Declares a domain; `server/domains.ts` lists all of them. */
export function domain<Collection extends CollectionName = never, Mutation extends MutationName = never>(
  manifest: Domain<Collection, Mutation>,
): Domain<Collection, Mutation> {
  return manifest
}

/** All domains together, as infrastructure uses them. */
export type Domains = {
  entities: EntitySchema[]
  recorders: Recorders
  routines: readonly Routine[]
  derivedSql: DerivedSql
  routes: readonly Route[]
  collections: readonly SyncedCollection[]
  visibleSpaces: VisibleSpacesQuery
  mutations: MutationHandlers
  jobs: readonly Job[]
  uploaded: UploadHandlers
  deviceHolds: DeviceHolds
  countrySeen: CountrySeen
  audience: Audience
  pushRead: Readonly<Record<string, PushRead>>
  /** By their type, as the next ones. */
  pageRooms: ReadonlyMap<string, PageRoom>
  socketEvents: readonly SocketEvent[]
  services: readonly Service[]
  fileHolders: ReadonlyMap<string, FileHolder>
  removeMessage: readonly RemoveMessage[]
  things: Things
  publicPages: readonly PublicPage[]
  refunded: RefundHandlers
  charged: ChargedHandlers
  tipItem: TipItem
  fanJoined: FanJoined
  onFanList: OnFanList
  /** The kinds by their name. */
  orderKinds: ReadonlyMap<string, OrderKind>
  gatewayEvents: readonly GatewayEventHandler[]
  profileParts: readonly ProfilePart[]
  sessionsEnded: readonly SessionsEnded[]
  standingChanged: readonly StandingChanged[]
  recorded: Recorded
  otherLogins: readonly OtherLogins[]
  readiness: readonly Readiness[]
  warnings: readonly Readiness[]
}

type CollectionsOf<One> = One extends { collections?: readonly SyncedCollection<infer Name>[] } ? Name : never
type MutationsOf<One> = One extends { mutations?: infer Handlers } ? keyof NonNullable<Handlers> : never

/** Resolves to a type that no list has, named for what is missing, unless all is provided. */
type Complete<One> = [Exclude<CollectionName, CollectionsOf<One>> | Exclude<MutationName, MutationsOf<One>>] extends [
  never,
]
  ? unknown
  : { missing: Exclude<CollectionName, CollectionsOf<One>> | Exclude<MutationName, MutationsOf<One>> }

/**
 * Joins the manifests. A collection or a mutation of the product that no domain provides is a type error. Two domains that
 * declare the same name of anything throw.
 */
export function joinDomains<const List extends readonly AnyDomain[]>(list: List & Complete<List[number]>): Domains {
  const domains: readonly AnyDomain[] = list
  const entities = domains.flatMap(({ entities = [] }) => entities)
  const collections = domains.flatMap(({ collections = [] }) => collections)
  const fileHolders = domains.flatMap(({ fileHolders = [] }) => fileHolders)
  const orderKinds = domains.flatMap(({ orderKinds = [] }) => orderKinds)
  const mutations = domains.flatMap(({ mutations = {} }) => Object.entries(mutations))
  assertUnique(entities.map(({ entity }) => entity.meta.className))
  assertUnique(collections.map(({ name }) => name))
  assertUnique(mutations.map(([name]) => name))
  assertUnique(fileHolders.map(({ type }) => type))
  assertUnique(orderKinds.map(({ kind }) => kind))
  assertUnique(domains.flatMap(({ jobs = [] }) => jobs).map(({ name }) => name))
  assertUnique(domains.flatMap(({ routes = [] }) => routes).map(({ method, path }) => `${method} ${path}`))
  assertUnique(domains.flatMap(({ socketEvents = [] }) => socketEvents).map(({ event }) => event))
  assertUnique(domains.flatMap(({ pageRooms = [] }) => pageRooms).map(({ type }) => type))
  const publicPages = domains.flatMap(({ publicPages = [] }) => publicPages)
  assertUnique(publicPages.map(({ prefix }) => prefix))
  assertUnique(publicPages.flatMap(({ listed }) => listed?.name ?? []))
  assertUnique(domains.flatMap(({ uploaded = {} }) => Object.keys(uploaded)))
  assertUnique(domains.flatMap(({ audience = {} }) => Object.keys(audience)))
  assertUnique(domains.flatMap(({ pushRead = {} }) => Object.keys(pushRead)))
  assertUnique(domains.flatMap(({ refunded = {} }) => Object.keys(refunded)))
  return {
    entities: entities.map(({ entity }) => entity),
    recorders: new Map(entities.map(({ entity, record }) => [entity.meta.className, record])),
    derivedSql: derivedSqlOf(domains.flatMap(({ derived = [] }) => derived)),
    routines: domains.flatMap(({ routines = [] }) => routines),
    routes: domains.flatMap(({ routes = [] }) => routes),
    collections,
    visibleSpaces: visibleSpacesQuery(
      domains.flatMap(({ ownRows = [] }) => ownRows),
      domains.flatMap(({ spaces = [] }) => spaces),
    ),
    mutations: Object.fromEntries(mutations) as unknown as MutationHandlers,
    jobs: domains.flatMap(({ jobs = [] }) => jobs),
    uploaded: Object.assign({}, ...domains.map(({ uploaded }) => uploaded)) as UploadHandlers,
    deviceHolds: (...held) => {
      for (const { deviceHolds } of domains) deviceHolds?.(...held)
    },
    countrySeen: async (...seen) => {
      for (const { countrySeen } of domains) await countrySeen?.(...seen)
    },
    gatewayEvents: domains.flatMap(({ gatewayEvent }) => gatewayEvent ?? []),
    profileParts: domains.flatMap(({ profilePart }) => profilePart ?? []),
    audience: Object.assign({}, ...domains.map(({ audience }) => audience)) as Audience,
    pushRead: Object.assign({}, ...domains.map(({ pushRead }) => pushRead)) as Domains['pushRead'],
    sessionsEnded: domains.flatMap(({ sessionsEnded }) => sessionsEnded ?? []),
    standingChanged: domains.flatMap(({ standingChanged }) => standingChanged ?? []),
    recorded: async (...left) => {
      for (const { recorded } of domains) await recorded?.(...left)
    },
    otherLogins: domains.flatMap(({ otherLogins }) => otherLogins ?? []),
    readiness: domains.flatMap(({ readiness }) => readiness ?? []),
    warnings: domains.flatMap(({ warning }) => warning ?? []),
    pageRooms: new Map(domains.flatMap(({ pageRooms = [] }) => pageRooms).map((room) => [room.type, room])),
    socketEvents: domains.flatMap(({ socketEvents = [] }) => socketEvents),
    services: domains.flatMap(({ services = [] }) => services),
    things: joinThings(domains.flatMap(({ things = [] }) => things)),
    publicPages,
    removeMessage: domains.flatMap(({ removeMessage }) => removeMessage ?? []),
    fileHolders: new Map(fileHolders.map((holder) => [holder.type, holder])),
    refunded: Object.assign({}, ...domains.map(({ refunded }) => refunded)) as RefundHandlers,
    charged: {
      tip: async (...told) => {
        for (const { charged } of domains) await charged?.tip?.(...told)
      },
    },
    tipItem: domains.find(({ tipItem }) => tipItem)?.tipItem ?? (() => Promise.resolve(null)),
    fanJoined: async (...joined) => {
      for (const { fanJoined } of domains) await fanJoined?.(...joined)
    },
    onFanList: domains.find(({ onFanList }) => onFanList)?.onFanList ?? (() => Promise.resolve(false)),
    orderKinds: new Map(orderKinds.map((one) => [one.kind, one])),
  }
}

function derivedSqlOf(rows: readonly DerivedRows[]): DerivedSql {
  const byEntity = Map.groupBy(rows, ({ shows }) => shows.meta.className)
  return new Map([...byEntity].map(([name, ofEntity]) => [name, ofEntity.map(({ sql }) => sql)]))
}

function assertUnique(names: readonly string[]): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  assert.deepEqual(twice, [], 'declared by two domains')
}
