import { describe, expect, test } from 'vitest'
import type { BrokenPromise } from './model-server.ts'
import { simulate } from './simulation.ts'

const SEEDS = 300

describe('[SIM-1] convergence', () => {
  test(`${SEEDS} seeds: every device ends with what the server shows, nothing lost, doubled or out of order`, async () => {
    let mutations = 0
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const report = await simulate({ seed })
      mutations += report.mutations
      expect(report.violations, `seed ${seed}`).toEqual([])
    }
    expect(mutations).toBeGreaterThan(SEEDS * 10)
  }, 120_000)

  test.each([
    { seed: 84, because: 'a 401 from before the sign-in parked the outbox for ever' },
    { seed: 13_557, because: 'of two tabs that sent a file one was refused, and its mutation waited for ever' },
    { seed: 49, steps: 250, because: 'the same, in a longer run' },
  ])('seed $seed: $because', async (options) => {
    expect((await simulate({ ...options, pokes: false })).violations).toEqual([])
  })

  test('the same seed gives the same run', async () => {
    expect(await simulate({ seed: 7 })).toEqual(await simulate({ seed: 7 }))
  })
})

describe('[SIM-4] the simulation notices a broken promise', () => {
  const expected: Record<Exclude<BrokenPromise, 'ignores-owner'>, RegExp> = {
    'applies-again': /applied 2 times/,
    'confirms-before-commit': /confirmed, and not there/,
    'skips-rows': /differs/,
    'pokes-over-gaps': /differs/,
  }
  for (const [broken, complaint] of Object.entries(expected)) {
    test(`a server that ${broken.replaceAll('-', ' ')}`, async () => {
      const complaints: string[] = []
      for (let seed = 1; seed <= 30 && complaints.length === 0; seed += 1) {
        complaints.push(...(await simulate({ seed, broken: broken as BrokenPromise })).violations)
      }
      expect(complaints.join('\n')).toMatch(complaint)
    }, 60_000)
  }
})
