import { afterPush, isCopy } from '../engine/core/device-turn.ts'
import type { KnownTurn } from '../engine/core/device-turn.ts'
import type { Outcome } from '../engine/protocol/outcome.ts'
import type { SyncRequest } from '../engine/protocol/sync-request.ts'
import type { SyncResponse } from '../engine/protocol/sync-response.ts'

type KnownDevice = KnownTurn & { settled: number; due: number; pruned: number; copied: boolean }

/** The server's records of devices and outcomes, in miniature: see `server/infra/sync/push/device-lock.ts`. */
export class ModelDevices {
  readonly ledger = new Map<string, Outcome>()
  readonly #devices = new Map<string, KnownDevice>()
  readonly #decided = new Map<string, { device: string; turn: number }>()
  readonly #broken: string | undefined

  constructor(broken: string | undefined) {
    this.#broken = broken
  }

  clone(): ModelDevices {
    const copy = new ModelDevices(this.#broken)
    for (const [id, outcome] of this.ledger) copy.ledger.set(id, outcome)
    for (const [key, device] of this.#devices) copy.#devices.set(key, { ...device })
    for (const [id, entry] of this.#decided) copy.#decided.set(id, { ...entry })
    return copy
  }

  /** [TIME-1] Says so when another copy of the device's database has gone on. */
  copyOf(request: SyncRequest): SyncResponse['copied'] {
    const known = this.#devices.get(request.device)
    if (!known || !isCopy(request, known) || this.#broken === 'misses-copies') return undefined
    known.copied = true
    return request.turn <= known.pruned ? 'old' : 'recent'
  }

  /** Notes a push, and what it proves to have been heard. */
  note(request: SyncRequest): void {
    const { turn, incarnation } = afterPush(request)
    const known = this.#devices.get(request.device) ?? { settled: -1, due: -1, pruned: -1, copied: false }
    for (const { id } of request.mutations) {
      const entry = this.#decided.get(id)
      if (entry?.device === request.device) entry.turn = turn
    }
    const settled = this.#broken === 'forgets-too-early' ? turn : request.all ? request.turn : known.settled
    this.#devices.set(request.device, { ...known, turn, incarnation, settled: Math.max(known.settled, settled) })
  }

  enter(request: SyncRequest, outcome: Outcome): void {
    this.ledger.set(outcome.id, outcome)
    this.#decided.set(outcome.id, { device: request.device, turn: afterPush(request).turn })
  }

  /** [TIME-2] Forgets what was heard when this was done the last time. */
  prune(): void {
    for (const [key, device] of this.#devices) {
      if (device.copied) continue
      for (const [id, entry] of this.#decided) {
        if (entry.device !== key || entry.turn > device.due) continue
        this.#decided.delete(id)
        this.ledger.delete(id)
      }
      device.pruned = device.due
      device.due = device.settled
    }
  }
}
