import { describe, expect, test } from 'vitest'
import { brokenPromises, firstToNotice } from './broken-promises.ts'
import { keptSeeds } from './kept-seeds.ts'
import type { BrokenWorld } from './simulated-world.ts'
import { simulate } from './simulation.ts'

const SEEDS = 300

describe('[SIM-1] convergence', () => {
  test(`${SEEDS} seeds: every device ends with what the server shows, nothing lost, doubled or out of order`, async () => {
    let mutations = 0
    let copies = 0
    let repairs = 0
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const report = await simulate({ seed })
      mutations += report.mutations
      copies += report.copies
      repairs += report.repairs
      expect(report.violations, `seed ${seed}`).toEqual([])
    }
    expect(mutations).toBeGreaterThan(SEEDS * 10)
    // [TIME-1] Restored and cloned disks were noticed.
    expect(copies).toBeGreaterThan(SEEDS / 10)
    // [VERIFY-3] The corrupted rows were found.
    expect(repairs).toBeGreaterThan(SEEDS / 4)
  }, 120_000)

  test.each(keptSeeds.filter(({ overDexie }) => !overDexie))('seed $options.seed: $because', async ({ options }) => {
    expect((await simulate(options)).violations).toEqual([])
  })

  test('the same seed gives the same run', async () => {
    expect(await simulate({ seed: 7 })).toEqual(await simulate({ seed: 7 }))
  })
})

describe('[SIM-4] the simulation notices a broken promise by what it causes', () => {
  for (const broken of Object.keys(brokenPromises) as BrokenWorld[]) {
    test(`one that ${broken.replaceAll('-', ' ')}`, async () => {
      expect(await firstToNotice(broken)).not.toBeNull()
    }, 60_000)
  }
})
