import type { EventKind } from './simulated-world.ts'
import { STEPS } from './simulation.ts'
import type { Report, SimulationOptions } from './simulation.ts'

const KINDS: readonly EventKind[] = [
  'kill',
  'freeze',
  'thaw',
  'sign-out',
  'sign-in',
  'membership',
  'epoch',
  'decide',
  'background',
  'stranger',
  'travel',
  'full',
  'upgrade',
  'drift',
  'ruin',
  'months',
]

/**
 * A run that fails as well and is easier to read: as few steps as will do, then without every kind of event that it does
 * not take, then shorter again. `run` is a simulation.
 */
export async function shrink(
  options: SimulationOptions,
  run: (options: SimulationOptions) => Promise<Report>,
): Promise<SimulationOptions> {
  const fails = async (candidate: SimulationOptions) => (await run(candidate)).violations.length > 0
  let found = await shortened(options, fails)
  for (const kind of KINDS) {
    const candidate = { ...found, without: [...(found.without ?? []), kind] }
    if (!found.without?.includes(kind) && (await fails(candidate))) found = candidate
  }
  return shortened(found, fails)
}

/** Halving the distance, since most of what fails goes on failing in a longer run; then one by one. */
async function shortened(
  options: SimulationOptions,
  fails: (candidate: SimulationOptions) => Promise<boolean>,
): Promise<SimulationOptions> {
  let steps = options.steps ?? STEPS
  for (let cut = Math.floor(steps / 2); cut > 0; cut = Math.floor(cut / 2)) {
    while (steps - cut > 0 && (await fails({ ...options, steps: steps - cut }))) steps -= cut
  }
  return { ...options, steps }
}
