import { collectUnhandled } from './collect-unhandled.ts'
import { Invariants } from './invariants.ts'
import { SimulatedWorld } from './simulated-world.ts'
import type { WorldOptions } from './simulated-world.ts'

export type SimulationOptions = WorldOptions & {
  /** How many things happen before all is made whole again. */
  steps?: number
}

/** Everything that went wrong; empty when every promise was kept. */
export type Report = {
  seed: number
  violations: string[]
  mutations: number
  copies: number
  repairs: number
  virtualMs: number
}

export const STEPS = 60

/**
 * Devices of two accounts, with tabs that open, crash, freeze and thaw, over a line that loses, cuts, doubles and delays,
 * against a server that changes memberships and epochs and refuses some of what it is sent. Disks are copied and restored,
 * the server's too, and it forgets what is old; cached rows are spoilt. Then everything is made whole, and each device must
 * show what the server shows, with every mutation applied once, or listed as refused, and each error handled.
 */
export async function simulate(options: SimulationOptions): Promise<Report> {
  const { result, unhandled } = await collectUnhandled(() => run(options))
  return { ...result, violations: [...result.violations, ...unhandled.map((error) => `handled by nobody: ${error}`)] }
}

async function run({ steps = STEPS, ...options }: SimulationOptions): Promise<Report> {
  const world = new SimulatedWorld(options)
  const invariants = new Invariants(world)
  for (let step = 0; step < steps; step += 1) {
    await world.happen()
    await invariants.checkStep()
  }
  await world.heal()
  await invariants.checkEnd()
  const { acknowledged, devices, scheduler } = world
  const copies = devices.filter(({ isCopy }) => isCopy).length
  const repairs = devices.reduce((sum, device) => sum + device.repairs, 0)
  const violations = [...invariants.violations]
  const mutations = acknowledged.length
  return { seed: options.seed, violations, mutations, copies, repairs, virtualMs: scheduler.now }
}
