import type { TransportAnswer, UploadJob } from '../engine/ports.ts'
import type { Poke } from '../engine/protocol/poke.ts'
import type { Device } from './device.ts'
import type { Fate } from './fake-network.ts'
import type { Random } from './random.ts'
import { refusalAnswer } from './refusal-answer.ts'
import type { Scheduler } from './scheduler.ts'

/** The connection between devices and server in a simulation, and its faults. */
export class SimulatedConnection {
  isTroubled = true
  /** Files that came out as other than they went in. */
  readonly mangled = new Set<string>()
  readonly #scheduler: Scheduler
  readonly #random: Random

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler
    this.#random = random
  }

  fate(): Fate {
    if (!this.isTroubled) return { kind: 'through' }
    const dice = this.#random.next()
    if (dice < 0.5) return { kind: 'through' }
    if (dice < 0.63) return { kind: 'lost' }
    if (dice < 0.78) return { kind: 'cut-after-commit' }
    if (dice < 0.86) return { kind: 'twice' }
    // The answer of a proxy in its own words.
    const status = this.#random.pick([200, 400, 401, 409, 429, 500, 503])
    return { kind: 'status', status, body: status === 200 ? '<html>' : { message: 'no' } }
  }

  /** Pokes are made when something has changed, and may come late, twice, out of order, to some tabs, or not at all. */
  poke({ tabs }: Device, poke: Poke): void {
    for (const { client, gate } of tabs) {
      const times = this.isTroubled ? this.#random.pick([0, 1, 1, 2]) : 1
      for (let time = 0; time < times; time += 1) {
        const hear = () => client.wake('poke', structuredClone(poke))
        this.#scheduler.after(this.#random.between(5, this.isTroubled ? 5_000 : 400), hear, gate)
      }
    }
  }

  /** Files fare like requests; the server takes all of them but one in twenty. */
  async upload({ upload, read }: UploadJob, isSignedOut: () => boolean): Promise<TransportAnswer> {
    if (textOf(await read(0, upload.size)) !== upload.fileId) this.mangled.add(upload.fileId)
    await new Promise<void>((done) => this.#scheduler.after(this.#random.between(50, 5_000), done))
    if (isSignedOut()) return refusalAnswer(401)
    if (this.isTroubled && this.#random.chance(0.3)) throw new TypeError('cut')
    return this.#random.chance(0.05) ? refusalAnswer(415) : { status: 201, body: null }
  }
}

function textOf(pieces: ArrayBuffer[]): string {
  return pieces.map((piece) => new TextDecoder().decode(piece)).join('')
}
