import type { BrokenWorld } from './simulated-world.ts'
import { simulate } from './simulation.ts'
import type { Report, SimulationOptions } from './simulation.ts'

/** [SIM-4] The verdict on a world that breaks a promise on purpose. Whatever else goes wrong in it proves nothing. */
export const brokenPromises: Readonly<Record<BrokenWorld, RegExp>> = {
  'applies-again': /^applied \d+ times: /,
  'sends-under-other-ids': /^applied \d+ times: /,
  'acknowledges-before-commit': /^lost: /,
  'deletes-on-401': /^lost: /,
  'confirms-before-commit': /^confirmed, and not there: /,
  'skips-rows': /^device \d+ differs in /,
  'ignores-owner': /^applied as somebody else's: /,
  'trusts-lost-versions': /^device \d+ differs in /,
  'pokes-over-gaps': /^device \d+ differs in /,
  'forgets-deletions': /^device \d+ differs in /,
  'forgets-too-early': /^applied \d+ times: /,
  'misreads-old-apps': /^arrived otherwise than it was written: /,
  'hides-full-disk': /^lost: /,
  'keeps-no-copies': /^lost: /,
  'misses-copies': /^applied \d+ times: /,
  'overlooks-drift': /^device \d+ differs in /,
}

/** Among so many seeds each broken promise is noticed. */
const SEEDS_TO_NOTICE = 100

/** A run that complains of nothing but what the broken promise is to cause. */
export async function noticing(options: SimulationOptions): Promise<Report> {
  const report = await simulate(options)
  const { broken } = options
  if (!broken) return report
  return { ...report, violations: report.violations.filter((violation) => brokenPromises[broken].test(violation)) }
}

/** The first seed that notices a broken promise by what it causes, or null. */
export async function firstToNotice(broken: BrokenWorld): Promise<Report | null> {
  for (let seed = 1; seed <= SEEDS_TO_NOTICE; seed += 1) {
    const report = await noticing({ seed, broken })
    if (report.violations.length > 0) return report
  }
  return null
}
