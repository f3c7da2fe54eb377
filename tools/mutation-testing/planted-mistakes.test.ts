import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { plantMistake, testsOf } from './plant-mistake.ts'
import { plantedMistakes } from './planted-mistakes.ts'

test('each planted mistake changes one source', () => {
  const lost = plantedMistakes.map((one) => ({ name: one.name, planted: plantMistake(root, one) }))
  expect(lost.filter(({ planted }) => typeof planted === 'string')).toEqual([])
})

test('each planted mistake names tests that exist', () => {
  expect(plantedMistakes.filter((one) => testsOf(root, one).length === 0).map(({ name }) => name)).toEqual([])
})

test('no two planted mistakes have one name', () => {
  expect(new Set(plantedMistakes.map(({ name }) => name)).size).toBe(plantedMistakes.length)
})
