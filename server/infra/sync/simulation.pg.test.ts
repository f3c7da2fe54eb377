import { verify } from '@vesper/sync/engine/verify/verify.ts'
import type { Fate } from '@vesper/sync/testing/fake-network.ts'
import { randomOf } from '@vesper/sync/testing/random.ts'
import type { Random } from '@vesper/sync/testing/random.ts'
import { Scheduler, settle } from '@vesper/sync/testing/scheduler.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { User } from '../../domains/people/accounts/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { LedgerEntry } from './entity.ts'
import { backUp, restore } from './testing/backup.ts'
import { converse, makePerson } from './testing/person.ts'
import type { Person } from './testing/person.ts'
import { SimulatedDevice } from './testing/simulated-device.ts'
import { TestDevice } from './testing/test-device.ts'

const STEPS = 90
const DEVICES_MAX = 7
const YEAR_MS = 365 * 24 * 3_600_000
/** `npm run sim -- --pg` names others. */
const { SIM_FROM = '1', SIM_SEEDS = '4' } = process.env
const seeds = Array.from({ length: Number(SIM_SEEDS) }, (_, n) => Number(SIM_FROM) + n)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Acknowledged = { id: string; device: SimulatedDevice; name: string; messageId: string | null; lane: string }

test.each(seeds)(
  '[SIM-9] the engine over PostgreSQL: what was acknowledged is decided once, and every device ends with what its account may see (seed %i)',
  async (seed) => {
    const world = await World.create(seed)
    for (let step = 0; step < STEPS; step += 1) await world.happen()
    await world.heal()
    await world.expectDecided()
    await world.expectInOrder()
    await world.expectConverged()
    await world.expectSame()
  },
  120_000,
)

class World {
  readonly #scheduler = new Scheduler()
  readonly #random: Random
  readonly #devices: SimulatedDevice[]
  readonly #conversations: { id: string; people: Person[] }[]
  readonly #creators: Person[]
  #acknowledged: Acknowledged[] = []
  #hasBackup = false
  /** How many mutations were decided in a past that the server has lost. */
  #lost = 0
  #trouble = true

  static async create(seed: number): Promise<World> {
    const [ada, ben] = [await makePerson(server, `ada_${seed}`), await makePerson(server, `ben_${seed}`)]
    const creators = [await makePerson(server, `cleo_${seed}`, true), await makePerson(server, `dan_${seed}`, true)]
    const conversations = []
    for (const fan of [ada, ben]) {
      for (const creator of creators) {
        conversations.push({ id: await converse(server, fan, creator), people: [fan, creator] })
      }
    }
    return new World(randomOf(seed), { owners: [ada, ada, ben, ...creators], conversations, creators })
  }

  private constructor(
    random: Random,
    given: { owners: Person[]; conversations: { id: string; people: Person[] }[]; creators: Person[] },
  ) {
    this.#random = random
    this.#conversations = given.conversations
    this.#creators = given.creators
    this.#devices = given.owners.map((person) => this.#device(person))
  }

  async happen(): Promise<void> {
    const random = this.#random
    const device = random.pick(this.#devices)
    const tab = device.tabs.length > 0 ? random.pick(device.tabs) : null
    const dice = random.next()
    if (!tab || dice < 0.08) await device.open()
    else if (dice < 0.6) await this.#mutate(device)
    else if (dice < 0.67) tab.kill()
    else if (dice < 0.73) tab.gate.freeze()
    else if (dice < 0.82) tab.gate.thaw()
    else if (dice < 0.86) device.isSignedIn = false
    else if (dice < 0.91) device.signIn()
    else if (dice < 0.93) await this.#clone(device)
    else if (dice < 0.95) await this.#discard(device)
    else if (dice < 0.97) await this.#setOpen(random.pick(this.#creators), random.chance(0.5))
    else await this.#travel()
    await this.#scheduler.advance(random.chance(0.1) ? random.between(0, 40_000) : random.between(0, 1_500))
  }

  /** The line holds, everyone is signed in and awake, and enough time passes for anything to come through. */
  async heal(): Promise<void> {
    this.#trouble = false
    for (const creator of this.#creators) await this.#setOpen(creator, true)
    for (const device of this.#devices) {
      for (const { gate } of device.tabs) gate.thaw()
      await device.open()
      device.signIn()
    }
    await this.#scheduler.advance(300_000)
    for (const { tabs } of this.#devices) tabs[0]?.client.wake('manual')
    await this.#scheduler.advance(5_000)
  }

  /** [OUTBOX-3] Nothing waits any more; what was acknowledged is applied, or refused and listed as such. */
  async expectDecided(): Promise<void> {
    const listed = new Map<string, string>()
    for (const device of this.#devices) {
      for (const { id, state, rejection } of await device.outbox()) {
        expect(state, rejection?.message ?? id).toBe('rejected')
        listed.set(id, rejection?.kind ?? '')
      }
    }
    const entries = await server.app.orm.em.fork().find(LedgerEntry, { id: this.#acknowledged.map(({ id }) => id) })
    const outcomes = new Map(entries.map(({ id, outcome }) => [id, outcome]))
    for (const { id, name } of this.#acknowledged) {
      const outcome = outcomes.get(id)
      // An old copy asks its user about what it may have sent: [TIME-2].
      const allowed = outcome?.status === 'applied' ? [undefined, 'conflict'] : [outcome ? outcome.kind : 'conflict']
      expect(allowed, name).toContain(listed.get(id))
    }
    const applied = entries.filter(({ outcome }) => outcome.status === 'applied')
    expect(applied.length + this.#lost).toBeGreaterThan(10)
  }

  /** [LANE-1] Each message once, its conversation without a gap, and what one device wrote in the order in which it did. */
  async expectInOrder(): Promise<void> {
    const rows = await server.app.orm.em
      .fork()
      .execute<{ id: string; conversationId: string; seq: number }[]>(
        `select id, conversation_id as "conversationId", seq from message where conversation_id in (?) order by seq`,
        [this.#conversations.map(({ id }) => id)],
      )
    for (const [conversationId, ofOne] of Map.groupBy(rows, (row) => row.conversationId)) {
      expect(
        ofOne.map(({ seq }) => seq),
        conversationId,
      ).toEqual(ofOne.map((_, index) => index + 1))
    }
    const seqs = new Map(rows.map(({ id, seq }) => [id, seq]))
    for (const sent of Map.groupBy(
      this.#acknowledged,
      ({ device, lane }) => `${this.#devices.indexOf(device)} ${lane}`,
    ).values()) {
      if (sent[0]?.device.isCopied) continue
      const places = sent.flatMap(({ messageId }) => seqs.get(messageId ?? '') ?? [])
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  }

  /** [SIM-1] A device shows the same rows as one that asks for the first time. */
  async expectConverged(): Promise<void> {
    for (const [number, device] of this.#devices.entries()) {
      const fresh = new TestDevice(server, device.person)
      await fresh.syncAll()
      const told = new Map([...fresh.rows.values()].flatMap((rows) => [...rows]))
      expect(readable(await device.rows()), `device ${number}`).toEqual(readable(told))
    }
  }

  /** [VERIFY-2] The checksum of the engine over its received rows equals that of the server. */
  async expectSame(): Promise<void> {
    for (const [number, { tabs }] of this.#devices.entries()) {
      const compared = tabs[0] && verify(tabs[0].client)
      await this.#scheduler.advance(20_000)
      const verdicts = Object.values((await compared) ?? {})
      expect(verdicts, `device ${number}`).toContain('same')
      // A space also moves when the other side has applied something.
      expect(new Set(['same', 'moved', ...verdicts]).size, `device ${number}: ${verdicts.join()}`).toBe(2)
    }
  }

  async #mutate(device: SimulatedDevice): Promise<void> {
    const random = this.#random
    const tab = random.pick(device.tabs)
    if (tab.gate.frozen) return
    const { id: conversationId } = random.pick(
      this.#conversations.filter(({ people }) => people.some(({ id }) => id === device.person.id)),
    )
    const performerId = random.pick(this.#creators).id
    const own = this.#acknowledged.filter((one) => one.device === device && one.messageId !== null)
    const dice = random.next()
    if (dice < 0.6 || own.length === 0) {
      // One in eight goes to a conversation that is not there, and is refused.
      const to = random.chance(0.12) ? v7() : conversationId
      const message = { _id: v7(), conversationId: to, text: `text ${dice}`, fileIds: [] }
      this.#note(device, tab.client.mutate('message.send', message), ['message.send', to, message._id])
    } else if (dice < 0.7) {
      const { messageId, lane } = random.pick(own)
      const args: ArgsOf<'message.delete'> = { _id: messageId ?? '', conversationId: lane }
      this.#note(device, tab.client.mutate('message.delete', args), ['message.delete', lane, null])
    } else if (dice < 0.8) {
      const read = tab.client.mutate('conversation.read-all', { conversationId, seq: random.between(0, 12) })
      this.#note(device, read, ['conversation.read-all', conversationId, null])
    } else {
      const follow = tab.client.mutate('follow.set', { performerId, following: random.chance(0.6) })
      this.#note(device, follow, ['follow.set', performerId, null])
    }
    // A crash right after the acknowledgement, or before it.
    if (random.chance(0.05)) tab.kill()
    await settle()
  }

  #note(
    device: SimulatedDevice,
    queued: Promise<{ id: string }>,
    [name, lane, messageId]: [name: string, lane: string, messageId: string | null],
  ): void {
    void queued.then(({ id }) => this.#acknowledged.push({ id, device, name, lane, messageId }))
  }

  async #discard(device: SimulatedDevice): Promise<void> {
    const [record] = await device.outbox()
    const tab = this.#random.pick(device.tabs)
    if (!record || tab.gate.frozen) return
    // Discarded mutations, and those folded into them, are not promised.
    this.#acknowledged = this.#acknowledged.filter(({ id }) => id !== record.id)
    await tab.client.discard(record.id)
  }

  /** Another device has a copy of this one's disk. */
  async #clone(device: SimulatedDevice): Promise<void> {
    if (this.#devices.length >= DEVICES_MAX) return
    const clone = this.#device(device.person, device)
    clone.isCopied = device.isCopied = true
    this.#devices.push(clone)
    await clone.open()
  }

  /** A creator whose account is closed is seen by nobody, syncs nothing and is sent nothing. */
  async #setOpen(creator: Person, isOpen: boolean): Promise<void> {
    await transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: creator.id })).status = isOpen ? 'active' : 'deactivated'
    })
  }

  /** The database is backed up, or what was backed up takes its place: what only the time between had decided is gone. */
  async #travel(): Promise<void> {
    if (!this.#hasBackup || this.#random.chance(0.3)) {
      this.#hasBackup = true
      return backUp(server.app)
    }
    const before = await this.#decided()
    await restore(server.app)
    const after = await this.#decided()
    this.#acknowledged = this.#acknowledged.filter(({ id }) => after.has(id) || !before.has(id))
    this.#lost += before.size - after.size
  }

  async #decided(): Promise<Set<string>> {
    const entries = await server.app.orm.em.fork().find(LedgerEntry, { id: this.#acknowledged.map(({ id }) => id) })
    return new Set(entries.map(({ id }) => id))
  }

  #device(person: Person, copyOf?: SimulatedDevice): SimulatedDevice {
    const edges = { server, person, scheduler: this.#scheduler, random: this.#random, fate: () => this.#fate() }
    const skewMs = this.#random.pick([-YEAR_MS, 0, YEAR_MS])
    return new SimulatedDevice({ ...edges, skewMs, ...(copyOf && { disk: copyOf.disk.clone() }) })
  }

  #fate(): Fate {
    const dice = this.#trouble ? this.#random.next() : 0
    if (dice < 0.5) return { kind: 'through' }
    if (dice < 0.65) return { kind: 'lost' }
    if (dice < 0.8) return { kind: 'cut-after-commit' }
    if (dice < 0.9) return { kind: 'twice' }
    return { kind: 'status', status: this.#random.pick([200, 400, 401, 409, 429, 500, 503]), body: { message: 'no' } }
  }
}

/**
 * Links are signed anew each time that they are handed out. Fields without a version are of when the row was read, so that
 * devices differ in them.
 */
function readable(rows: ReadonlyMap<string, Record<string, unknown>>): Record<string, unknown> {
  const versioned = [...rows].map(([key, row]) => {
    const collection = key.slice(0, key.indexOf(' ')) as keyof typeof vesperModel.collections
    const { unversioned = [] } = vesperModel.collections[collection] as { unversioned?: readonly string[] }
    return [key, Object.fromEntries(Object.entries(row).filter(([field]) => !unversioned.includes(field)))] as const
  })
  const text = JSON.stringify(Object.fromEntries(versioned.toSorted(([a], [b]) => (a < b ? -1 : 1))))
  return JSON.parse(text.replaceAll(/\?[^"]*(?=")/g, '')) as Record<string, unknown>
}
