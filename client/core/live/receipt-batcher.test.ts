import type { Receipt } from '@vesper/sync/engine/protocol/receipt.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReceiptBatcher } from './receipt-batcher.ts'

let said: Receipt[]
let reports: ReceiptBatcher

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  reports = new ReceiptBatcher((taken) => said.push(taken))
})
afterEach(() => vi.useRealTimers())

const taken = (spaces: Record<string, number>, run = 1): Receipt => ({ epoch: 'e', run, spaces })

test('reports fast arrivals once, with the newest of each space', () => {
  for (let version = 1; version <= 9; version += 1) reports.add(taken({ 'c:a': version, 'c:b': 1 }))
  expect(said).toEqual([])
  vi.advanceTimersByTime(1_500)
  expect(said).toEqual([taken({ 'c:a': 9, 'c:b': 1 })])
  reports.add(taken({ 'c:a': 10 }))
  vi.advanceTimersByTime(1_500)
  expect(said.slice(1)).toEqual([taken({ 'c:a': 10 })])
})

test('only conversations are told of', () => {
  reports.add(taken({ 'u:me': 3, 'p:star': 4 }))
  vi.advanceTimersByTime(5_000)
  expect(said).toEqual([])
})

test('does not mix in counts of another run', () => {
  reports.add(taken({ 'c:a': 900 }))
  reports.add(taken({ 'c:b': 2 }, 2))
  vi.advanceTimersByTime(1_500)
  expect(said).toEqual([taken({ 'c:b': 2 }, 2)])
})
