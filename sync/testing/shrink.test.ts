import { expect, test } from 'vitest'
import { shrink } from './shrink.ts'
import { simulate } from './simulation.ts'
import type { SimulationOptions } from './simulation.ts'

test('[SIM-7] a failure is reported with as few steps and kinds of events as reproduce it', async () => {
  const needs = async ({ seed, steps = 60, without = [] }: SimulationOptions) => {
    const isWrong = steps >= 17 && !without.includes('freeze') && !without.includes('epoch')
    return { seed, violations: isWrong ? ['wrong'] : [], mutations: 0, copies: 0, repairs: 0, virtualMs: 0 }
  }
  const found = await shrink({ seed: 3 }, needs)
  expect(found).toMatchObject({ seed: 3, steps: 17 })
  expect(found.without).not.toContain('freeze')
  expect(found.without).toContain('kill')
})

test('[SIM-7] a real failure is one after it was shrunk, too', async () => {
  const found = await shrink({ seed: 1, broken: 'applies-again' }, simulate)
  expect(found.steps).toBeLessThan(60)
  expect((await simulate(found)).violations).not.toEqual([])
}, 30_000)
