import { describe, expect, test } from 'vitest'
import { brokenPromises, firstToNotice } from './broken-promises.ts'
import { keptSeeds } from './kept-seeds.ts'
import type { BrokenWorld } from './simulated-world.ts'
import { simulate } from './simulation.ts'

const SEEDS = 300
/** Seeds of one test: one after another, all of them take longer than a test may on a busy machine. */
const BATCH = 20

describe('[SIM-1] convergence', () => {
  const total = { seeds: 0, mutations: 0, copies: 0, repairs: 0 }

  test.each(Array.from({ length: SEEDS / BATCH }, (_, n) => 1 + n * BATCH))(
    `seed %i and the ${BATCH - 1} after it: every device ends with what the server shows, nothing lost, doubled or out of order`,
    async (first) => {
      for (let seed = first; seed < first + BATCH; seed += 1) {
        const { violations, mutations, copies, repairs } = await simulate({ seed })
        expect(violations, `seed ${seed}`).toEqual([])
        total.seeds += 1
        total.mutations += mutations
        total.copies += copies
        total.repairs += repairs
      }
    },
  )

  test('the seeds before write enough, and their copied disks and corrupted rows are found', () => {
    const { seeds, mutations, copies, repairs } = total
    expect(mutations).toBeGreaterThan(seeds * 10)
    // [TIME-1] Restored and cloned disks were noticed.
    expect(copies).toBeGreaterThan(seeds / 10)
    // [VERIFY-3] The corrupted rows were found.
    expect(repairs).toBeGreaterThan(seeds / 4)
  })

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
