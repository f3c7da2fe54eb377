import type { Channel, Locks } from '../engine/ports.ts'
import type { Gate, Scheduler } from './scheduler.ts'

type Request = {
  gate: Gate
  hold: (lock: unknown) => Promise<void>
  resolve: () => void
  reject: (reason: unknown) => void
}

/** `holder` has the lock; the others wait for it, in order. */
type Lock = { holder: Request | null; queue: Request[] }

/** Web Locks and a BroadcastChannel among the tabs of one device. A frozen tab keeps its locks; a dead one does not. */
export class FakeTabs {
  readonly #scheduler: Scheduler
  readonly #listeners = new Map<Gate, ((event: { data: unknown }) => void)[]>()
  readonly #locks = new Map<string, Lock>()

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
      request: (name, { steal, ifAvailable, signal }, hold) =>
        new Promise((resolve, reject) => {
          const request: Request = { gate, hold, resolve, reject }
          const lock = this.#lock(name)
          if (steal) this.#rob(lock)
          if (ifAvailable && lock.holder) {
            void hold(null).then(resolve, reject)
            return
          }
          if (steal) lock.queue.unshift(request)
          else lock.queue.push(request)
          signal?.addEventListener('abort', () => {
            const index = lock.queue.indexOf(request)
            if (index < 0) return
            lock.queue.splice(index, 1)
            reject(abortError())
          })
          this.#grant(lock)
        }),
    }
  }

  /** The browser's reaction to the death of a tab. */
  bury(gate: Gate): void {
    this.#listeners.delete(gate)
    for (const lock of this.#locks.values()) {
      lock.queue = lock.queue.filter((request) => request.gate !== gate)
      if (lock.holder?.gate === gate) lock.holder = null
      this.#grant(lock)
    }
  }

  #lock(name: string): Lock {
    const lock = this.#locks.get(name) ?? { holder: null, queue: [] }
    this.#locks.set(name, lock)
    return lock
  }

  #rob(lock: Lock): void {
    const robbed = lock.holder
    lock.holder = null
    if (robbed) this.#scheduler.after(0, () => robbed.reject(abortError()), robbed.gate)
  }

  #grant(lock: Lock): void {
    if (lock.holder) return
    const request = lock.queue.shift()
    if (!request) return
    lock.holder = request
    const release = () => {
      if (lock.holder === request) lock.holder = null
      request.resolve()
      this.#grant(lock)
    }
    this.#scheduler.after(0, () => void request.hold({}).then(release, release), request.gate)
  }
}

function abortError(): DOMException {
  return new DOMException('The lock was taken', 'AbortError')
}
