import type { Device } from './device.ts'
import type { Disk } from './disk.ts'
import type { Acknowledged, Observed } from './invariants.ts'
import type { Backup } from './model-server.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

const DEVICES_MAX = 5

type Traveller = Observed & {
  devices: Device[]
  readonly scheduler: Pick<Scheduler, 'skipMonth'>
  /** A device of the same account, over a copy of this one's database. */
  cloneOf: (device: Device, database: Disk) => Device
}

/** The effects of restores, clones, clean-ups and months on devices and on the server. */
export class TimeTravel {
  readonly #world: Traveller
  readonly #random: Random
  readonly #copies = new Map<Device, Disk[]>()
  readonly #backups: Backup[] = []

  constructor(world: Traveller, random: Random) {
    this.#world = world
    this.#random = random
  }

  async happen(device: Device): Promise<void> {
    const { server } = this.#world
    const random = this.#random
    const dice = random.next()
    const copies = this.#copies.get(device) ?? []
    const { applied } = server
    if (dice < 0.2) this.#copies.set(device, [...copies, device.copyDatabase()])
    else if (dice < 0.35 && copies.length > 0) device.restore(random.pick(copies))
    else if (dice < 0.5 && this.#world.devices.length < DEVICES_MAX) await this.#clone(device, copies)
    else if (dice < 0.65) this.#backups.push(server.backUp())
    else if (dice < 0.75 && this.#backups.length > 0) server.restore(random.pick(this.#backups))
    else if (dice < 0.88) this.passMonths(1)
    else await this.#remove(device)
    await this.#forgive(applied)
  }

  /** [TIME-2] Nothing is forgotten before a month has passed, and nothing at once when it was heard: the second forgets that. */
  passMonths(count: number): void {
    for (let month = 0; month < count; month += 1) {
      this.#world.scheduler.skipMonth()
      this.#world.server.prune()
    }
  }

  async #clone(device: Device, copies: Disk[]): Promise<void> {
    const database = this.#random.pick([...copies, device.copyDatabase()])
    device.isCopied = true
    // A copy that is kept stays as it is, whatever the clone does.
    await this.#world.cloneOf(device, database.clone()).open()
  }

  async #remove(device: Device): Promise<void> {
    const items = await device.rows('items')
    if (items.length === 0) return
    const { _id, listId } = this.#random.pick(items)
    this.#world.server.removeItem(String(listId), _id)
  }

  /** Data that only a discarded database had is promised no longer, even while its answer is on its way. */
  async #forgive(before: ReadonlyMap<string, number>): Promise<void> {
    const { acknowledged, devices, server } = this.#world
    const listed = new Set<string>()
    for (const device of devices) for (const id of await device.queuedIds()) listed.add(id)
    const gone = ({ id }: Acknowledged) => !server.applied.has(id) && (before.has(id) || !listed.has(id))
    for (const one of acknowledged.filter(gone)) one.takenBack = true
  }
}
