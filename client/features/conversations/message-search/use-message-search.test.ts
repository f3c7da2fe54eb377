// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useMessageSearch } from './use-message-search.ts'

const asked: { words: readonly string[]; end: () => void }[] = []

vi.mock('../../../core/sync/sync-provider.tsx', () => {
  const db = { conversations: {}, messages: {} }
  return { useSync: () => ({ db }) }
})
vi.mock('./scan.ts', () => ({
  scanMessages: (_: unknown, words: readonly string[]) => new Promise<void>((end) => asked.push({ words, end })),
}))

test('says nothing is missing before a query was searched', async () => {
  const { result, rerender } = renderHook(({ query }) => useMessageSearch(query), { initialProps: { query: 'one' } })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]?.end())
  expect(result.current.phase).toBe('done')
  rerender({ query: 'ONE ' })
  expect(result.current.phase).toBe('done')
  rerender({ query: 'two' })
  expect(result.current.phase).toBe('searching')
  await vi.waitFor(() => expect(asked.map(({ words }) => words)).toEqual([['one'], ['two']]))
  expect(result.current.phase).toBe('searching')
  await act(async () => asked[1]?.end())
  expect(result.current.phase).toBe('done')
})
