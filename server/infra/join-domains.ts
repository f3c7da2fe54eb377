import assert from 'node:assert/strict'
import type { EntitySchema, Routine } from '@mikro-orm/core'
import type { MutationName } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ApprovalKind } from './approval-kind.ts'
import type { KeyHolder } from './crypto/key-holder.ts'
import type { AnyDomain, Service } from './domain.ts'
import type { FileHolder } from './files/attachment.ts'
import type { PublicPage } from './heads/public-page.ts'
import type { FactorHooks, Hooks } from './hooks.ts'
import { nothingHere } from './http/nothing-here.ts'
import type { Route } from './http/route.ts'
import type { Job } from './jobs/job.ts'
import type { Audience } from './live/audience.ts'
import type { PageRoom } from './live/page-rooms.ts'
import type { SocketEvent } from './live/socket-event.ts'
import type { GatewayEventHandler } from './payments/gateway-event.ts'
import type { OrderKind } from './payments/order-kind.ts'
import type { DerivedSql, Recorders } from './sync/change-feed/change-feed.ts'
import type { DerivedRows } from './sync/change-feed/changes.ts'
import type { MutationHandlers } from './sync/mutation-handlers.ts'
import { visibleSpacesQuery } from './sync/pull/visible-spaces.ts'
import type { VisibleSpacesQuery } from './sync/pull/visible-spaces.ts'
import type { CollectionName, SyncedCollection } from './sync/synced-collection.ts'
import { joinThings } from './things/join-things.ts'
import type { Things } from './things/join-things.ts'

type Hook<Name extends keyof Hooks> = Required<Hooks>[Name]

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
  uploaded: Hook<'uploaded'>
  deviceHolds: Hook<'deviceHolds'>
  countrySeen: Hook<'countrySeen'>
  audience: Audience
  pushRead: Hook<'pushRead'>
  /** By their type, as the next ones. */
  pageRooms: ReadonlyMap<string, PageRoom>
  socketEvents: readonly SocketEvent[]
  services: readonly Service[]
  keyHolders: readonly KeyHolder[]
  fileHolders: ReadonlyMap<string, FileHolder>
  removeMessage: readonly Hook<'removeMessage'>[]
  things: Things
  publicPages: readonly PublicPage[]
  refunded: Hook<'refunded'>
  charged: Required<Hook<'charged'>>
  tipItem: Hook<'tipItem'>
  fanJoined: Hook<'fanJoined'>
  onFanList: Hook<'onFanList'>
  /** The kinds by their name. */
  orderKinds: ReadonlyMap<string, OrderKind>
  approvals: ReadonlyMap<string, ApprovalKind>
  gatewayEvents: readonly GatewayEventHandler[]
  profileParts: readonly Hook<'profilePart'>[]
  sessionsEnded: readonly Hook<'sessionsEnded'>[]
  standingChanged: readonly Hook<'standingChanged'>[]
  recorded: Hook<'recorded'>
  otherLogins: readonly Hook<'otherLogins'>[]
  staffOf: Hook<'staffOf'>
  factors: FactorHooks
  loginDenied: readonly Hook<'loginDenied'>[]
  addressChanged: readonly Hook<'addressChanged'>[]
  mailWords: Hook<'mailWords'>
  needsFactor: readonly Hook<'needsFactor'>[]
  readiness: readonly Hook<'readiness'>[]
  warnings: readonly Hook<'warning'>[]
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
  assertDistinct(domains)
  const entities = domains.flatMap(({ entities = [] }) => entities)
  const collections = domains.flatMap(({ collections = [] }) => collections)
  const fileHolders = domains.flatMap(({ fileHolders = [] }) => fileHolders)
  const approvals = domains.flatMap(({ approvals: kinds = [] }) => kinds)
  const orderKinds = domains.flatMap(({ orderKinds = [] }) => orderKinds)
  const mutations = domains.flatMap(({ mutations = {} }) => Object.entries(mutations))
  const publicPages = domains.flatMap(({ publicPages = [] }) => publicPages)
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
    uploaded: Object.assign({}, ...domains.map(({ uploaded }) => uploaded)) as Hook<'uploaded'>,
    deviceHolds: (...held) => {
      for (const { deviceHolds } of domains) deviceHolds?.(...held)
    },
    countrySeen: async (...seen) => {
      for (const { countrySeen } of domains) await countrySeen?.(...seen)
    },
    approvals: new Map(approvals.map((one) => [one.kind, one])),
    gatewayEvents: domains.flatMap(({ gatewayEvent }) => gatewayEvent ?? []),
    profileParts: domains.flatMap(({ profilePart }) => profilePart ?? []),
    audience: Object.assign({}, ...domains.map(({ audience }) => audience)) as Audience,
    pushRead: Object.assign({}, ...domains.map(({ pushRead }) => pushRead)) as Hook<'pushRead'>,
    sessionsEnded: domains.flatMap(({ sessionsEnded }) => sessionsEnded ?? []),
    standingChanged: domains.flatMap(({ standingChanged }) => standingChanged ?? []),
    recorded: async (...left) => {
      for (const { recorded } of domains) await recorded?.(...left)
    },
    otherLogins: domains.flatMap(({ otherLogins }) => otherLogins ?? []),
    staffOf: domains.find(({ staffOf }) => staffOf)?.staffOf ?? (() => Promise.reject(nothingHere())),
    factors: domains.find(({ factors }) => factors)?.factors ?? noFactors,
    loginDenied: domains.flatMap(({ loginDenied }) => loginDenied ?? []),
    addressChanged: domains.flatMap(({ addressChanged }) => addressChanged ?? []),
    mailWords: domains.find(({ mailWords }) => mailWords)?.mailWords ?? (() => Promise.resolve(new Map())),
    needsFactor: domains.flatMap(({ needsFactor }) => needsFactor ?? []),
    readiness: domains.flatMap(({ readiness }) => readiness ?? []),
    warnings: domains.flatMap(({ warning }) => warning ?? []),
    pageRooms: new Map(domains.flatMap(({ pageRooms = [] }) => pageRooms).map((room) => [room.type, room])),
    socketEvents: domains.flatMap(({ socketEvents = [] }) => socketEvents),
    services: domains.flatMap(({ services = [] }) => services),
    keyHolders: domains.flatMap(({ keyHolders = [] }) => keyHolders),
    things: joinThings(domains.flatMap(({ things = [] }) => things)),
    publicPages,
    removeMessage: domains.flatMap(({ removeMessage }) => removeMessage ?? []),
    fileHolders: new Map(fileHolders.map((holder) => [holder.type, holder])),
    refunded: Object.assign({}, ...domains.map(({ refunded }) => refunded)) as Hook<'refunded'>,
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

/** Throws where two domains declare the same name of anything. */
function assertDistinct(domains: readonly AnyDomain[]): void {
  const pages = domains.flatMap(({ publicPages = [] }) => publicPages)
  assertUnique(domains.flatMap(({ approvals = [] }) => approvals).map(({ kind }) => kind))
  assertUnique(domains.flatMap(({ entities = [] }) => entities).map(({ entity }) => entity.meta.className))
  assertUnique(domains.flatMap(({ collections = [] }) => collections).map(({ name }) => name))
  assertUnique(domains.flatMap(({ mutations = {} }) => Object.keys(mutations)))
  assertUnique(domains.flatMap(({ fileHolders = [] }) => fileHolders).map(({ type }) => type))
  assertUnique(domains.flatMap(({ orderKinds = [] }) => orderKinds).map(({ kind }) => kind))
  assertUnique(domains.flatMap(({ jobs = [] }) => jobs).map(({ name }) => name))
  assertUnique(domains.flatMap(({ routes = [] }) => routes).map(({ method, path }) => `${method} ${path}`))
  assertUnique(domains.flatMap(({ socketEvents = [] }) => socketEvents).map(({ event }) => event))
  assertUnique(domains.flatMap(({ pageRooms = [] }) => pageRooms).map(({ type }) => type))
  assertUnique(pages.map(({ prefix }) => prefix))
  assertUnique(pages.flatMap(({ listed }) => listed?.name ?? []))
  assertUnique(domains.flatMap(({ uploaded = {} }) => Object.keys(uploaded)))
  assertUnique(domains.flatMap(({ audience = {} }) => Object.keys(audience)))
  assertUnique(domains.flatMap(({ pushRead = {} }) => Object.keys(pushRead)))
  assertUnique(domains.flatMap(({ refunded = {} }) => Object.keys(refunded)))
}

const noFactors: FactorHooks = {
  ways: () => Promise.resolve({ ways: [], hasFactor: false }),
  ask: () => Promise.resolve(null),
}

function derivedSqlOf(rows: readonly DerivedRows[]): DerivedSql {
  const byEntity = Map.groupBy(rows, ({ shows }) => shows.meta.className)
  return new Map([...byEntity].map(([name, ofEntity]) => [name, ofEntity.map(({ sql }) => sql)]))
}

function assertUnique(names: readonly string[]): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  assert.deepEqual(twice, [], 'declared by two domains')
}
