import { expect, test } from 'vitest'
import { noticing } from './broken-promises.ts'
import { DexieDisk } from './dexie-disk.ts'
import { keptSeeds } from './kept-seeds.ts'
import { simulate } from './simulation.ts'

const SEEDS = 8

test('[SIM-8] the same holds over Dexie: copies of its disks, tabs that die in a transaction, and all', async () => {
  let copies = 0
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const report = await simulate({ seed, newDisk: () => new DexieDisk() })
    expect({ seed, violations: report.violations }).toEqual({ seed, violations: [] })
    expect(report.mutations).toBeGreaterThan(5)
    copies += report.copies
  }
  expect(copies).toBeGreaterThan(0)
}, 120_000)

test.each(keptSeeds.filter(({ overDexie }) => overDexie))(
  '[SIM-8] over Dexie, seed $options.seed: $because',
  async ({ options }) => {
    expect((await simulate({ ...options, newDisk: () => new DexieDisk() })).violations).toEqual([])
  },
  60_000,
)

test('[SIM-4] over Dexie, too, the simulation notices a broken promise', async () => {
  const { violations } = await noticing({ seed: 2, broken: 'deletes-on-401', newDisk: () => new DexieDisk() })
  expect(violations).not.toEqual([])
}, 60_000)
