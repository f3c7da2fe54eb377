import { DeviceFull } from '../engine/core/device-full.ts'
import { FileGone } from '../engine/local/file-chunks.ts'
import type { OutboxRecord } from '../engine/store.ts'
import type { Device } from './device.ts'
import type { Acknowledged } from './invariants.ts'
import { addArgsOf } from './next-list-model.ts'
import { countedIds } from './random.ts'
import type { Random } from './random.ts'
import { settle } from './scheduler.ts'
import type { Scheduler } from './scheduler.ts'

type Options = {
  world: { readonly acknowledged: Acknowledged[]; readonly scheduler: Pick<Scheduler, 'until'> }
  random: Random
  lists: readonly string[]
  /** A disk that hides that it is full is found out by whoever asks for what it was told to keep. */
  expectsFileGone: boolean
}

/** Random actions of users in the tabs of a simulation. */
export class SimulatedPeople {
  readonly #newId = countedIds(0xfff)
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Somebody makes or changes something, with a file now and then. */
  async mutate(device: Device): Promise<void> {
    const { world, random, lists, expectsFileGone } = this.#options
    const tab = random.pick(device.tabs)
    if (tab.gate.frozen) return
    const listId = random.pick(lists)
    const itemId = this.#newId()
    const text = random.chance(0.1) ? 'bad' : itemId.slice(-4)
    const known = [...(await device.rows('items'))].filter((item) => item.listId === listId)
    const files = random.chance(0.15) ? [`file ${itemId}`] : []
    for (const fileId of files) {
      const file = { fileId, name: 'photo.jpg', mimeType: 'image/jpeg', bytes: bytesOf(fileId) }
      const kept = isKept(tab.client.attach(file), (cause) => expectsFileGone && cause instanceof FileGone)
      if (!(await world.scheduler.until(kept))) return
    }
    const queued = random.chance(0.7)
      ? tab.client.mutate('item.add', addArgsOf(tab.app, { _id: itemId, listId, text, files }))
      : random.chance(0.5) && known.length > 0
        ? tab.client.mutate('item.done', { _id: random.pick(known)._id, listId })
        : tab.client.mutate('list.title', { listId, title: `title ${itemId.slice(-4)}` })
    const place = { device, itemId: null as string | null, text, listId, takenBack: false }
    const acknowledge = async ({ id }: { id: string }) => {
      const args = (await device.outbox()).find((record) => record.id === id)?.args as { _id?: string } | undefined
      world.acknowledged.push({ ...place, id, itemId: args?._id === itemId ? itemId : null })
    }
    void isKept(queued.then(acknowledge))
    // A crash right after the acknowledgement, or before it.
    if (random.chance(0.05)) tab.kill()
    await settle()
  }

  /** Somebody goes through the outbox. */
  async decide(device: Device): Promise<void> {
    const { random, world } = this.#options
    const tab = random.pick(device.tabs)
    const outbox = await device.outbox()
    if (tab.gate.frozen || outbox.length === 0) return
    const record: OutboxRecord = random.pick(outbox)
    // Several, where one was folded into another.
    const known = world.acknowledged.filter(({ id }) => id === record.id)
    for (const one of known) one.takenBack = true
    const isRetried = record.state === 'rejected' && random.chance(0.5)
    await world.scheduler.until(isKept(isRetried ? tab.client.retry(record.id) : tab.client.discard(record.id)))
  }
}

/** The bytes of the file with this id. */
function bytesOf(fileId: string): ArrayBuffer {
  return new TextEncoder().encode(fileId).buffer
}

/** False where the device was full. */
async function isKept(work: Promise<unknown>, isOther: (cause: unknown) => boolean = () => false): Promise<boolean> {
  return work.then(
    () => true,
    (cause: unknown) => {
      if (!(cause instanceof DeviceFull) && !isOther(cause)) throw cause
      return false
    },
  )
}
