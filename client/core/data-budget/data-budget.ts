import * as v from 'valibot'
import { readStoredJson, readStoredValue, removeStored, store, storeJson } from '../storage/stored-values.ts'
import { BudgetDay, dayNow, isSpent } from './budget-day.ts'

const LIMIT_KEY = 'vesper-data-limit'
const USED_KEY = 'vesper-data-used'

export const MEGABYTE = 1_000_000

export type BudgetState = {
  /** Megabytes a day; 0 for no limit. */
  limit: number
  /** Bytes of today. */
  used: number
  /** True while nothing larger than a thumbnail loads by itself. */
  isSpent: boolean
}

/** Asks the clock at most so often (milliseconds) whether another day has begun. */
const LOOK_MS = 30_000

/**
 * The data that this device may fetch in a day, and has fetched. It belongs to the device, not to an account: its line is
 * what costs. All tabs count into one number.
 */
export class DataBudget {
  readonly #now: () => number
  readonly #timeZone: string | undefined
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #state: BudgetState

  constructor({ now = Date.now, timeZone }: { now?: () => number; timeZone?: string } = {}) {
    this.#now = now
    this.#timeZone = timeZone
    this.#state = this.#read()
  }

  readonly state = (): BudgetState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#unfollow()
    }
  }

  /** Sets megabytes a day; 0 for no limit. */
  setLimit(megabytes: number): void {
    if (megabytes > 0) store(LIMIT_KEY, String(megabytes))
    else removeStored(LIMIT_KEY)
    this.look()
  }

  /** Counts bytes that came over the line. */
  count(bytes: number): void {
    if (bytes <= 0) return
    const day = this.#day()
    storeJson(USED_KEY, { ...day, bytes: day.bytes + bytes })
    this.look()
  }

  /** Lets the rest of today go on without the limit. */
  lift(): void {
    storeJson(USED_KEY, { ...this.#day(), isLifted: true })
    this.look()
  }

  /** Reads anew: another tab may have counted, and another day may have begun. */
  look = (): void => {
    const next = this.#read()
    const { limit, used, isSpent: wasSpent } = this.#state
    if (next.limit === limit && next.used === used && next.isSpent === wasSpent) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  #day(): BudgetDay {
    const stored = v.safeParse(BudgetDay, readStoredJson(USED_KEY))
    return dayNow(stored.success ? stored.output : null, this.#now(), this.#timeZone)
  }

  #read(): BudgetState {
    const given = Number(readStoredValue(LIMIT_KEY) ?? 0)
    const limit = Number.isFinite(given) && given > 0 ? given : 0
    const day = this.#day()
    return { limit, used: day.bytes, isSpent: isSpent(day, limit * MEGABYTE) }
  }

  #follow(): void {
    this.look()
    addEventListener('storage', this.look)
    document.addEventListener('visibilitychange', this.look)
    this.#timer = setInterval(this.look, LOOK_MS)
  }

  #unfollow(): void {
    removeEventListener('storage', this.look)
    document.removeEventListener('visibilitychange', this.look)
    clearInterval(this.#timer)
  }
}

/** The budget of this device. */
export const dataBudget = new DataBudget()
