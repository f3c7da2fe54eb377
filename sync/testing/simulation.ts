import { Invariants } from './invariants.ts'
import { SimulatedWorld } from './simulated-world.ts'
import type { BrokenWorld, EventKind } from './simulated-world.ts'

export type SimulationOptions = {
  seed: number
  /** How many things happen before all is made whole again. */
  steps?: number
  broken?: BrokenWorld | undefined
  /** Whether the server tells devices of what others write; they do. */
  pokes?: boolean
  /** What does not happen. */
  without?: readonly EventKind[]
}

/** Everything that went wrong; empty when every promise was kept. */
export type Report = { seed: number; violations: string[]; mutations: number; copies: number; virtualMs: number }

export const STEPS = 60

/**
 * Devices of two accounts, with tabs that open, crash, freeze and thaw, over a line that loses, cuts, doubles and delays,
 * against a server that changes memberships and epochs and refuses some of what it is sent. Disks are copied and restored,
 * the server's too, and it forgets what is old. Then everything is made whole, and each device must show what the server
 * shows, with every mutation applied once, or listed as refused.
 */
export async function simulate({
  seed,
  steps = STEPS,
  broken,
  pokes = true,
  without = [],
}: SimulationOptions): Promise<Report> {
  const world = new SimulatedWorld({ seed, broken, pokes, without })
  const invariants = new Invariants(world)
  for (let step = 0; step < steps; step += 1) {
    await world.happen()
    await invariants.checkStep()
  }
  await world.heal()
  await invariants.checkEnd()
  const { acknowledged, devices, scheduler } = world
  const copies = devices.filter(({ isCopy }) => isCopy).length
  const violations = [...invariants.violations]
  return { seed, violations, mutations: acknowledged.length, copies, virtualMs: scheduler.now }
}
