import type { SyncRequest } from '../engine/protocol/sync-request.ts'
import { verify } from '../engine/verify/verify.ts'
import { brokenTransport } from './broken-client.ts'
import type { Aliases, BrokenClient } from './broken-client.ts'
import { Device } from './device.ts'
import type { Disk } from './disk.ts'
import { fakeTransport } from './fake-network.ts'
import type { Acknowledged, Observed } from './invariants.ts'
import { ModelServer } from './model-server.ts'
import type { BrokenPromise } from './model-server.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { refusalAnswer } from './refusal-answer.ts'
import { Scheduler } from './scheduler.ts'
import { SimulatedConnection } from './simulated-connection.ts'
import { SimulatedPeople } from './simulated-people.ts'
import { TimeTravel } from './time-travel.ts'

/** The events, each with the upper bound of its dice throw. */
const KINDS = [
  [0.08, 'open'],
  [0.55, 'mutate'],
  [0.62, 'kill'],
  [0.68, 'freeze'],
  [0.75, 'thaw'],
  [0.8, 'sign-out'],
  [0.85, 'sign-in'],
  [0.89, 'membership'],
  [0.9, 'epoch'],
  [0.96, 'decide'],
  [1, 'background'],
] as const

/**
 * `stranger`: somebody else signs in, and the tabs that are open go out under that token; `travel`: a disk is copied or goes
 * back, or the server forgets; `full`: a disk has no room left, or some again; `upgrade`: tabs that are opened from now on
 * load the next version of the app; `drift`: a cached row is spoilt behind the engine's back; `ruin`: the browser loses the
 * database as a whole; `months`: time enough passes for the server to forget all that it may.
 */
export type EventKind =
  | (typeof KINDS)[number][1]
  | 'stranger'
  | 'travel'
  | 'full'
  | 'upgrade'
  | 'drift'
  | 'ruin'
  | 'months'

export type BrokenWorld = BrokenPromise | BrokenClient

export type WorldOptions = {
  seed: number
  broken?: BrokenWorld | undefined
  /** True when the server pokes devices about changes of others. */
  pokes?: boolean
  /** The events that do not happen. */
  without?: readonly EventKind[]
  /** The disks of new devices; in memory when left out. */
  newDisk?: () => Disk
}

const ACCOUNTS = ['00000000-0000-7000-8aaa-000000000001', '00000000-0000-7000-8aaa-000000000002'] as const
/** Somebody who is in all lists as well. */
const OTHER_ACCOUNT = '00000000-0000-7000-8aaa-00000000000f'
const LISTS = ['a', 'b', 'c', 'd'] as const
const YEAR_MS = 365 * 24 * 3_600_000

/** The world of one simulation: what happens in it follows from its seed. */
export class SimulatedWorld implements Observed {
  readonly scheduler = new Scheduler()
  readonly server: ModelServer
  readonly devices: Device[]
  readonly acknowledged: Acknowledged[] = []
  readonly #random: Random
  /** Random numbers of later additions to the simulation, so that earlier seeds keep their meaning. */
  readonly #aside: Random
  readonly #later: Random
  readonly #spoils: Random
  readonly #ruins: Random
  readonly #months: Random
  readonly #aliases: Aliases = new Map()
  readonly #strangers = new Set<Device>()
  readonly #signedOut = new Set<Device>()
  readonly #pokes: boolean
  readonly #without: ReadonlySet<EventKind>
  readonly #broken: BrokenWorld | undefined
  readonly #newDisk: (() => Disk) | undefined
  readonly #people: SimulatedPeople
  readonly #travel: TimeTravel
  readonly #line: SimulatedConnection

  constructor({ seed, broken, pokes = true, without = [], newDisk }: WorldOptions) {
    const random = (this.#random = randomOf(seed))
    this.#line = new SimulatedConnection(this.scheduler, random)
    this.#aside = randomOf(~seed)
    this.#later = randomOf(seed ^ 0x5f3759df)
    this.#spoils = randomOf(seed ^ 0x2545f491)
    this.#ruins = randomOf(seed ^ 0x1b873593)
    this.#months = randomOf(seed ^ 0x165667b1)
    this.#pokes = pokes
    this.#without = new Set(without)
    this.#broken = broken
    this.#newDisk = newDisk
    this.server = new ModelServer({ broken, pageSpaces: random.between(1, 4) })
    for (const list of LISTS) this.server.createList(list, [...ACCOUNTS, OTHER_ACCOUNT])
    this.devices = [ACCOUNTS[0], ACCOUNTS[0], ACCOUNTS[1]].map((account, number) => this.#device(account, number))
    this.#people = new SimulatedPeople({
      world: this,
      random,
      lists: LISTS,
      expectsFileGone: broken === 'hides-full-disk',
    })
    this.#travel = new TimeTravel(this, this.#aside)
  }

  readonly #events: Record<EventKind, (device: Device) => unknown> = {
    open: (device) => device.open(),
    mutate: (device) => this.#people.mutate(device),
    kill: (device) => this.#random.pick(device.tabs).kill(),
    freeze: (device) => this.#random.pick(device.tabs).gate.freeze(),
    thaw: (device) => this.#random.pick(device.tabs).gate.thaw(),
    'sign-out': (device) => this.#signedOut.add(device),
    'sign-in': (device) => this.#signIn(device),
    membership: (device) => this.server.setMember(this.#random.pick(LISTS), device.account, this.#random.chance(0.7)),
    epoch: () => this.server.changeEpoch(),
    decide: (device) => this.#people.decide(device),
    background: (device) => this.#background(device),
    stranger: (device) => this.#strangers.add(device),
    travel: (device) => this.#travel.happen(device),
    upgrade: (device) => void (device.app = 'next'),
    full: (device) => device.fill(this.#later.chance(0.4) ? null : this.#later.between(0, 800)),
    drift: (device) => device.spoil(this.#spoils),
    ruin: (device) => device.ruin(),
    months: () => this.#travel.passMonths(2),
  }

  /** Files that came to the server as other than they were. */
  get mangled(): ReadonlySet<string> {
    return this.#line.mangled
  }

  /** A device of the same account, over a copy of this one's database. */
  cloneOf({ account, hasEvicted, hasDrifted, app, isMixed }: Device, database: Disk): Device {
    const clone = this.#device(account, this.devices.length, database)
    Object.assign(clone, { hasEvicted, hasDrifted, app, isMixed })
    this.devices.push(clone)
    return clone
  }

  /** How often a mutation was applied, under whatever id. */
  timesApplied(id: string): number {
    const ids = [id, ...(this.#aliases.get(id) ?? [])]
    return ids.reduce((times, each) => times + (this.server.applied.get(each) ?? 0), 0)
  }

  /** One thing happens, and some time passes. */
  async happen(): Promise<void> {
    const random = this.#random
    const device = random.pick(this.devices)
    const dice = random.next()
    const kind = device.tabs.length === 0 ? 'open' : kindOf(dice)
    if (!this.#without.has(kind) || device.tabs.length === 0) await this.#events[kind](device)
    const isStranger = !this.#without.has('stranger') && this.#aside.chance(0.03)
    if (isStranger) this.#events.stranger(this.#aside.pick(this.devices))
    const isTravel = !this.#without.has('travel') && this.#aside.chance(0.1)
    if (isTravel) await this.#events.travel(this.#aside.pick(this.devices))
    const isFull = !this.#without.has('full') && this.#later.chance(0.08)
    if (isFull) this.#events.full(this.#later.pick(this.devices))
    const isUpgrade = !this.#without.has('upgrade') && this.#later.chance(0.03)
    if (isUpgrade) this.#events.upgrade(this.#later.pick(this.devices))
    const isDrift = !this.#without.has('drift') && this.#spoils.chance(0.03)
    if (isDrift) await this.#events.drift(this.#spoils.pick(this.devices))
    const isRuin = !this.#without.has('ruin') && this.#ruins.chance(0.02)
    if (isRuin) this.#events.ruin(this.#ruins.pick(this.devices))
    const isMonths = !this.#without.has('months') && this.#months.chance(0.02)
    if (isMonths) this.#events.months(device)
    await this.#pass(random.chance(0.1) ? random.between(0, 40_000) : random.between(0, 1_500))
  }

  /** The line holds, everyone is signed in and awake, and enough time passes for anything to come through. */
  async heal(): Promise<void> {
    this.#line.isTroubled = false
    for (const device of this.devices) {
      for (const tab of device.tabs) tab.gate.thaw()
      device.fill(null)
      await device.open()
      this.#signIn(device)
    }
    await this.#pass(400_000)
    for (const device of this.devices) device.tabs[0]?.client.wake('manual')
    await this.#pass(10_000)
    // Only where something was spoilt: elsewhere nothing may be wrong that comparing would repair.
    for (const { hasDrifted, tabs } of this.devices) if (hasDrifted && tabs[0]) void verify(tabs[0].client)
    await this.#pass(20_000)
  }

  /** A Background Sync event: a worker drains, beside whatever tabs do. */
  #background(device: Device): void {
    const worker = device.openIdle()
    void worker.client.drainOnce().then(() => worker.kill())
  }

  #signIn(device: Device): void {
    this.#signedOut.delete(device)
    this.#strangers.delete(device)
    for (const tab of device.tabs) if (!tab.gate.frozen) tab.client.signedIn()
  }

  async #pass(ms: number): Promise<void> {
    await this.scheduler.advance(ms)
  }

  #device(account: string, number: number, database = this.#newDisk?.()): Device {
    const { scheduler } = this
    const random = this.#random
    const serve = (request: SyncRequest) =>
      this.#signedOut.has(device) ? refusalAnswer(401) : this.#serve(this.#tokenOf(device), request)
    const device: Device = new Device({
      scheduler,
      account,
      number,
      random: () => random.next(),
      lockless: random.chance(0.25),
      skewMs: [-YEAR_MS, 0, YEAR_MS][number] ?? 0,
      uploader: (job) => this.#line.upload(job, () => this.#signedOut.has(device)),
      ...(database && { database }),
      newDisk: this.#newDisk,
      hidesFull: this.#broken === 'hides-full-disk',
      keepsNoCopies: this.#broken === 'keeps-no-copies',
      isForgetful: this.#broken === 'acknowledges-before-commit',
      transport: (gate) =>
        brokenTransport(this.#broken, {
          transport: fakeTransport({ scheduler, random, fate: () => this.#line.fate(), serve }, gate),
          emptyOutbox: () => device.emptyOutbox(),
          aliases: this.#aliases,
        }),
    })
    return device
  }

  #tokenOf(device: Device): string {
    return this.#strangers.has(device) ? OTHER_ACCOUNT : device.account
  }

  #serve(account: string, request: SyncRequest) {
    const before = this.server.versions()
    const answer = this.server.handle(account, request)
    for (const device of this.#pokes ? this.devices : []) {
      const poke = this.#signedOut.has(device) ? null : this.server.pokeOf(device.account, before)
      if (poke) this.#line.poke(device, poke)
    }
    return answer
  }
}

function kindOf(dice: number): EventKind {
  return KINDS.find(([upTo]) => dice < upTo)?.[1] ?? 'background'
}
