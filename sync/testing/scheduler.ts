import type { Clock } from '../engine/ports.ts'

/** The gate between the world and one tab: open, closed (the tab is frozen, and all waits), or gone for ever. */
export class Gate {
  #state: 'open' | 'frozen' | 'dead' = 'open'
  #held: (() => void)[] = []

  get alive(): boolean {
    return this.#state !== 'dead'
  }

  get frozen(): boolean {
    return this.#state === 'frozen'
  }

  pass(work: () => void): void {
    if (this.#state === 'open') work()
    else if (this.#state === 'frozen') this.#held.push(work)
  }

  freeze(): void {
    if (this.alive) this.#state = 'frozen'
  }

  thaw(): void {
    if (!this.frozen) return
    this.#state = 'open'
    for (const work of this.#held.splice(0)) this.pass(work)
  }

  kill(): void {
    this.#state = 'dead'
    this.#held = []
  }
}

const MONTH_MS = 31 * 24 * 3_600_000

/** Virtual time: nothing happens but by `step`, in the order of time, then of asking. */
export class Scheduler {
  now = 0
  #monthsAhead = 0
  #count = 0
  readonly #due = new Map<number, { time: number; run: () => void }>()

  after(ms: number, run: () => void, gate?: Gate): number {
    this.#count += 1
    this.#due.set(this.#count, { time: this.now + Math.max(0, ms), run: gate ? () => gate.pass(run) : run })
    return this.#count
  }

  cancel(id: number): void {
    this.#due.delete(id)
  }

  /** Runs the next thing due until `limit`, and all that follows from it without time passing; false when there is none. */
  async step(limit = Number.POSITIVE_INFINITY): Promise<boolean> {
    let first: { id: number; time: number; run: () => void } | null = null
    for (const [id, { time, run }] of this.#due) if (!first || time < first.time) first = { id, time, run }
    if (!first || first.time > limit) return false
    this.#due.delete(first.id)
    this.now = first.time
    first.run()
    await settle()
    return true
  }

  /** Lets `ms` pass. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms
    await settle()
    while (await this.step(end));
    this.now = end
  }

  /** Lets as much time pass as `work` takes, for a lock for instance. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false
    const note = () => void (isDone = true)
    work.then(note, note)
    await settle()
    while (!isDone && (await this.step()));
    return work
  }

  /** A month has passed, by every date; nothing has happened in it. */
  skipMonth(): void {
    this.#monthsAhead += 1
  }

  /** The clock of a tab; `skewMs` is how wrong its date is. */
  clock(gate: Gate, skewMs = 0): Clock {
    return {
      now: () => this.now,
      date: () => new Date(Date.UTC(2026, 0, 1) + this.#monthsAhead * MONTH_MS + this.now + skewMs),
      setTimeout: (work, ms) => this.after(ms, work, gate),
      clearTimeout: (timer) => this.cancel(timer),
    }
  }
}

let underWay = 0

/** For work that takes real time: it counts as done in no virtual time. */
export async function inNoTime<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

/** Every promise that can settle without virtual time passing has settled. */
export async function settle(): Promise<void> {
  do await new Promise<void>((done) => setImmediate(done))
  while (underWay > 0)
}
