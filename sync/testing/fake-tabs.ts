import type { Channel, Locks } from '../edges.ts'
import type { Gate, Scheduler } from './scheduler.ts'

type Request = {
  gate: Gate
  hold: (lock: unknown) => Promise<void>
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Web Locks and a BroadcastChannel among the tabs of one device. A frozen tab keeps its lock; a dead one does not. */
export class FakeTabs {
  readonly #scheduler: Scheduler
  readonly #listeners = new Map<Gate, ((event: { data: unknown }) => void)[]>()
  #holder: Request | null = null
  #queue: Request[] = []

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  channel(gate: Gate): Channel {
    const own: ((event: { data: unknown }) => void)[] = []
    this.#listeners.set(gate, own)
    return {
      addEventListener: (_type, listener) => void own.push(listener),
      postMessage: (message) => {
        const data = structuredClone(message)
        for (const [other, listeners] of this.#listeners) {
          if (other === gate) continue
          this.#scheduler.after(1, () => listeners.forEach((listen) => listen({ data })), other)
        }
      },
      close: () => void this.#listeners.delete(gate),
    }
  }

  locks(gate: Gate): Locks {
    return {
      request: (_name, { steal, ifAvailable, signal }, hold) =>
        new Promise((resolve, reject) => {
          const request: Request = { gate, hold, resolve, reject }
          if (steal) this.#robHolder()
          if (ifAvailable && this.#holder) {
            void hold(null).then(resolve, reject)
            return
          }
          if (steal) this.#queue.unshift(request)
          else this.#queue.push(request)
          signal?.addEventListener('abort', () => {
            const index = this.#queue.indexOf(request)
            if (index < 0) return
            this.#queue.splice(index, 1)
            reject(abortError())
          })
          this.#grant()
        }),
    }
  }

  /** What the browser does when a tab dies. */
  bury(gate: Gate): void {
    this.#listeners.delete(gate)
    this.#queue = this.#queue.filter((request) => request.gate !== gate)
    if (this.#holder?.gate === gate) this.#holder = null
    this.#grant()
  }

  #robHolder(): void {
    const robbed = this.#holder
    this.#holder = null
    if (robbed) this.#scheduler.after(0, () => robbed.reject(abortError()), robbed.gate)
  }

  #grant(): void {
    if (this.#holder) return
    const request = this.#queue.shift()
    if (!request) return
    this.#holder = request
    const release = () => {
      if (this.#holder === request) this.#holder = null
      request.resolve()
      this.#grant()
    }
    this.#scheduler.after(0, () => void request.hold({}).then(release, release), request.gate)
  }
}

function abortError(): DOMException {
  return new DOMException('The lock was taken', 'AbortError')
}
