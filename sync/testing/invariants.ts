import type { Device } from './device.ts'
import { ITEMS_KEPT, PENDING } from './list-model.ts'
import type { Item, List } from './list-model.ts'
import type { ModelServer } from './model-server.ts'

/** A mutation whose `mutate()` has resolved; of one that somebody took back, nothing is promised. */
export type Acknowledged = {
  id: string
  device: Device
  itemId: string | null
  /** The text of the item. */
  text: string
  listId: string
  takenBack: boolean
}

/** `acknowledged` is in the order of queueing, for each device. */
export type Observed = {
  readonly server: ModelServer
  readonly devices: readonly Device[]
  readonly acknowledged: readonly Acknowledged[]
  /** Files that went up as something else than was attached. */
  readonly mangled: ReadonlySet<string>
  /** How often a mutation was applied, under whatever id. */
  timesApplied(id: string): number
}

type Cursor = Awaited<ReturnType<Device['cursor']>> & { restores: number }

/** The invariants that always hold. It looks only: nothing that is checked changes what happens next. */
export class Invariants {
  readonly violations = new Set<string>()
  readonly #world: Observed
  readonly #cursors = new Map<Device, Cursor>()

  constructor(world: Observed) {
    this.#world = world
  }

  /** Runs after each event. */
  async checkStep(): Promise<void> {
    await this.#checkNoLoss()
    await this.#checkShown()
    await this.#checkForward()
    this.#checkRepairs()
    for (const fileId of this.#world.mangled) this.violations.add(`not as it was attached: ${fileId}`)
  }

  /** Once everything has been made whole. */
  async checkEnd(): Promise<void> {
    await this.#checkNoLoss()
    await this.#checkConverged()
    this.#checkOrder()
    this.#checkRepairs()
  }

  /** [SIM-3] Whatever was acknowledged is applied, once and for its account, or listed as pending or refused, at every step. */
  async #checkNoLoss(): Promise<void> {
    const { server, devices, acknowledged } = this.#world
    const listed = new Set<string>()
    for (const device of devices) for (const id of await device.queuedIds()) listed.add(id)
    for (const { id, takenBack, device } of acknowledged) {
      const times = this.#world.timesApplied(id)
      if (times > 1) this.violations.add(`applied ${times} times: ${id}`)
      const by = server.appliedBy.get(id)
      if (by !== undefined && by !== device.account) this.violations.add(`applied as somebody else's: ${id}`)
      if (times === 0 && !takenBack && !listed.has(id)) this.violations.add(`lost: ${id}`)
    }
  }

  /** [SIM-6] An item whose mutation is pending is on the screens of its device. */
  async #checkShown(): Promise<void> {
    for (const [number, device] of this.#world.devices.entries()) {
      const outbox = await device.outbox()
      const shown = new Set((await device.rows('items')).map(({ _id }) => _id))
      for (const { name, args, state, id, schema } of outbox) {
        if (device.isMixed && schema > 1) continue
        const isPending = name === 'item.add' && (state === 'waiting' || state === 'sending')
        if (isPending && !shown.has((args as Item)._id)) this.violations.add(`not shown on device ${number}: ${id}`)
      }
    }
  }

  /**
   * [SIM-5] No device goes back to an earlier epoch or run, nor, within one, to an earlier version of a space that it
   * holds, unless its disk does.
   */
  async #checkForward(): Promise<void> {
    const { server, devices } = this.#world
    for (const [number, device] of devices.entries()) {
      const { restores } = device
      const now = { ...(await device.cursor()), restores }
      const before = this.#cursors.get(device) ?? now
      this.#cursors.set(device, now)
      if (now.restores !== before.restores) continue
      const { epochs } = server
      if (epochs.indexOf(now.epoch ?? '') < epochs.indexOf(before.epoch ?? '')) {
        this.violations.add(`device ${number} went back to an earlier epoch`)
      }
      if (now.run < before.run) this.violations.add(`device ${number} went back to an earlier run`)
      if (now.epoch !== before.epoch || now.run !== before.run) continue
      for (const [space, version] of Object.entries(now.spaces)) {
        if (version < (before.spaces[space] ?? 0)) this.violations.add(`device ${number} went back in ${space}`)
      }
    }
  }

  /** [VERIFY-2] Rows as the server sent them are never found to differ. */
  #checkRepairs(): void {
    for (const [number, { hasDrifted, repairs }] of this.#world.devices.entries()) {
      if (repairs > 0 && !hasDrifted) this.violations.add(`device ${number} differs, and nothing had spoilt it`)
    }
  }

  /** [SIM-1], [SIM-2] */
  async #checkConverged(): Promise<void> {
    const { server, devices } = this.#world
    for (const [number, device] of devices.entries()) {
      const pending = (await device.outbox()).filter(({ state }) => state !== 'rejected')
      if (pending.length > 0) this.violations.add(`device ${number} still has ${pending.length} pending`)
      if ((await device.keptAside()) > 0) this.violations.add(`device ${number} still keeps rows aside`)
      const seen = await device.view()
      const real = server.viewOf(device.account)
      const keys = new Set([...seen.keys(), ...real.keys()])
      for (const key of keys) {
        const mayLack = device.hasEvicted || device.hasDrifted
        if (mayLack && !seen.has(key) && isSpare(key, real)) continue
        if (sorted(seen.get(key)) !== sorted(real.get(key))) this.violations.add(`device ${number} differs in ${key}`)
      }
    }
  }

  /** [LANE-1] Mutations that one device queued for one list stand there in the order of queueing. */
  #checkOrder(): void {
    const { server, devices, acknowledged } = this.#world
    const rows = server.viewOf()
    const seqs = new Map([...rows].map(([key, row]) => [key, Number(row.seq)]))
    for (const { id, itemId, text } of acknowledged) {
      const item = rows.get(`items ${itemId}`)
      if (item && item.text !== text) this.violations.add(`arrived otherwise than it was written: ${id}`)
      const confirmed = server.ledger.get(id)?.status === 'applied'
      const isThere = seqs.has(`items ${itemId}`) || server.removed.has(itemId ?? '')
      if (itemId && confirmed && !isThere) this.violations.add(`confirmed, and not there: ${id}`)
    }
    const last = new Map<string, number>()
    for (const { id, device, itemId, listId } of acknowledged) {
      const seq = itemId && server.applied.has(id) ? seqs.get(`items ${itemId}`) : undefined
      if (seq === undefined || device.isCopied) continue
      const lane = `${devices.indexOf(device)} ${listId}`
      if (seq < (last.get(lane) ?? 0) || seq >= PENDING) this.violations.add(`out of order in ${lane}: ${id}`)
      last.set(lane, seq)
    }
  }
}

/** [QUOTA-1] Old items may have made room: [VERIFY-2] no device is asked why it lacks them. */
function isSpare(key: string, real: ReadonlyMap<string, Record<string, unknown>>): boolean {
  const item = key.startsWith('items ') ? (real.get(key) as Item | undefined) : undefined
  const list = item && (real.get(`lists ${item.listId}`) as List | undefined)
  return item !== undefined && list !== undefined && item.seq <= list.count - ITEMS_KEPT
}

function sorted(row: Record<string, unknown> | undefined): string {
  return JSON.stringify(row && Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
