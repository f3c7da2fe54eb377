import { DeviceFull, isQuotaExceeded } from '../core/device-full.ts'
import type { Clock, DeviceStorage } from '../ports.ts'
import type { ClientStore, StoreTx } from '../store.ts'
import type { Amount, evict } from './evict.ts'
import type { Replica } from './replica.ts'

/** From this part of the quota on, caches are held as small as when it is used up. */
const NEARLY_FULL = 0.8
/** A cache that was just searched has no more room for so long, in milliseconds: the user may be typing. */
const PAUSE_MS = 5_000

type StorageQuotaOptions = {
  /** Over the store as it is. */
  replica: Replica
  storage: DeviceStorage | undefined
  clock: Pick<Clock, 'now'>
  makeRoom: FreeStorage
}

/** The caches that make room, if the product has any. Handed in: it is needed rarely, and may be loaded then. */
export type FreeStorage = {
  evict?: typeof evict
  /** Drops what is kept outside of the database. */
  dropCaches?: () => Promise<void>
}

/**
 * The room that a device has for writing:
 *
 *     write ──full──▶ caches go ──▶ write again ──full──▶ DeviceFull, and nothing of it is kept
 */
export class StorageQuota {
  /** [QUOTA-3] The last write that needed room found none. */
  isFull = false
  onChange: () => void = () => {}
  readonly store: ClientStore
  readonly #options: StorageQuotaOptions
  #making: Promise<void> | null = null
  #madeAt = -PAUSE_MS

  constructor(options: StorageQuotaOptions) {
    this.#options = options
    const { store } = options.replica
    this.store = {
      ...store,
      write: (durability, scope, work) => {
        let puts = false
        // An outbox record is so small that it fits where nothing else does.
        const isAsked = this.isFull && scope !== 'outbox'
        const asked = isAsked ? (tx: StoreTx) => work(watched(tx, () => (puts = true))) : work
        return this.#write(
          () => store.write(durability, scope, asked),
          () => puts,
        )
      },
    }
  }

  /** [QUOTA-1] Holds caches within their budgets, and smaller where the browser says that the quota is nearly used. */
  async tidy(): Promise<void> {
    const { usage = 0, quota = 0 } = (await this.#options.storage?.estimate().catch(() => undefined)) ?? {}
    if (quota > 0 && usage > quota * NEARLY_FULL) await this.#makeRoom()
    else await this.#evict('surplus')
  }

  /** `findsRoom`: whether what was written shows that there is room again. */
  async #write<Result>(write: () => Promise<Result>, findsRoom: () => boolean): Promise<Result> {
    try {
      const result = await write().catch(async (cause: unknown) => {
        if (!isQuotaExceeded(cause)) throw cause
        await this.#makeRoom()
        return write()
      })
      if (findsRoom()) this.#tell(false)
      return result
    } catch (cause) {
      if (!isQuotaExceeded(cause)) throw cause
      this.#tell(true)
      throw new DeviceFull(cause)
    }
  }

  /** Once for all who wait for it, and not again at once. */
  async #makeRoom(): Promise<void> {
    const { clock, makeRoom, replica } = this.#options
    if (!this.#making && clock.now() - this.#madeAt < PAUSE_MS) return
    this.#making ??= Promise.all([makeRoom.dropCaches?.(), this.#evict('all')])
      .then(() => {})
      .catch((cause: unknown) => replica.log({ level: 'warn', message: 'no room was made', cause }))
      .finally(() => {
        this.#making = null
        this.#madeAt = clock.now()
      })
    await this.#making
  }

  async #evict(amount: Amount): Promise<void> {
    const { replica, makeRoom } = this.#options
    const gone = await makeRoom.evict?.(replica, amount)
    if (gone) replica.log({ level: 'info', message: `${gone} cached rows made room` })
  }

  #tell(isFull: boolean): void {
    if (isFull === this.isFull) return
    this.isFull = isFull
    this.onChange()
  }
}

/** The same transaction, which tells when something is put. The record of a file is as small as one of the outbox. */
function watched<Part extends object>(part: Part, onPut: () => void): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'put' || name === 'add') onPut()
      if (name === 'rows') return (collection: string) => watched((value as StoreTx['rows'])(collection), onPut)
      return typeof value === 'object' && value !== null && name !== 'uploads' ? watched(value, onPut) : value
    },
  })
}
