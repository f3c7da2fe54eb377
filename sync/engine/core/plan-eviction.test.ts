import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planEviction } from './plan-eviction.ts'
import type { Held } from './plan-eviction.ts'

const rows = (...places: (number | null)[]): Held[] => places.map((place) => ({ id: String(place), place }))
const nothing = () => false

test('[QUOTA-1] the newest stay, whatever order they come in', () => {
  const gone = planEviction(rows(3, 6, 1, 5, 2, 4), { keep: 3, most: 3, isNeeded: nothing })
  expect(gone.toSorted()).toEqual(['1', '2', '3'])
})

test('[QUOTA-1] rows within the budget stay, holes and all', () => {
  expect(planEviction(rows(1, 9, 10), { keep: 1, most: 3, isNeeded: nothing })).toEqual([])
})

test('[QUOTA-1] the remaining rows have no hole, except among the newest that always stay', () => {
  const held = rows(1, 2, 3, 7, 8, 10)
  expect(planEviction(held, { keep: 1, most: 5, isNeeded: nothing })).toEqual(['8', '7', '3', '2', '1'])
  expect(planEviction(held, { keep: 3, most: 5, isNeeded: nothing })).toEqual(['3', '2', '1'])
})

test('[QUOTA-2] rows that something unsent names stay, and so do rows without a place', () => {
  const gone = planEviction(rows(null, 1, 2, 3, 4), { keep: 1, most: 1, isNeeded: (id) => id === '2' })
  expect(gone).toEqual(['3', '1'])
})

test('[QUOTA-1] whatever is held: the newest stay, what is needed stays, and nothing older than what went but that', () => {
  const places = fc.uniqueArray(fc.nat(40), { maxLength: 30 })
  const sizes = fc.record({ keep: fc.integer({ min: 1, max: 10 }), more: fc.nat(15) })
  fc.assert(
    fc.property(places, fc.array(fc.nat(40)), sizes, (held, named, { keep, more }) => {
      const needed = new Set(named.map(String))
      const gone = planEviction(rows(...held), { keep, most: keep + more, isNeeded: (id) => needed.has(id) }).map(
        Number,
      )
      const newestFirst = held.toSorted((a, b) => b - a)
      const left = newestFirst.filter((place) => !gone.includes(place))
      const spare = left.filter((place) => !needed.has(String(place)))
      expect(left.slice(0, keep)).toEqual(newestFirst.slice(0, keep))
      expect(gone.filter((place) => needed.has(String(place)))).toEqual([])
      expect(spare.filter((place) => place < Math.max(...gone))).toEqual([])
      const isOver = held.length > keep + more
      expect(isOver ? spare.length <= keep + more : gone.length === 0).toBe(true)
    }),
  )
})
