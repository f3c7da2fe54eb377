import { beforeEach, expect, test, vi } from 'vitest'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { keepCarriedWords, wordsIn } from './keep-carried-words.ts'

const { keep, user } = vi.hoisted(() => ({
  keep: vi.fn<(item: SharedItem) => Promise<boolean>>(),
  user: { now: null as { _id: string } | null },
}))
vi.mock('../../../core/storage/shared-items.ts', () => ({ keepSharedItem: keep }))
vi.mock('../../../core/session/session.ts', () => ({ signedInUser: () => user.now }))

beforeEach(() => {
  keep.mockReset()
  keep.mockResolvedValue(true)
  user.now = null
})

test.each([
  ['', null],
  ['#', null],
  ['#text=', null],
  ['#content', null],
  [`#text=${encodeURIComponent('A + B & C\nhttps://a.test/?1#2')}`, 'A + B & C\nhttps://a.test/?1#2'],
  ['#text=1+1', '1+1'],
  ['#text=%E0%A4%A', '\uFFFD%A'],
])('in %o stand the words %o', (hash, words) => {
  expect(wordsIn(hash)).toBe(words)
})

test('words are kept for the account that is signed in, else for whoever signs in next', async () => {
  const kept = await keepCarriedWords('At dawn')
  user.now = { _id: 'ada' }
  await keepCarriedWords('At dusk')
  expect(kept).toEqual({ item: keep.mock.calls[0]?.[0].id })
  expect(keep.mock.calls.map(([item]) => item)).toMatchObject([
    { account: null, text: 'At dawn', files: [] },
    { account: 'ada', text: 'At dusk', files: [] },
  ])
})

test('a device that has no room, or as many as may wait, says so', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  keep.mockResolvedValueOnce(false)
  expect(await keepCarriedWords('At dawn')).toEqual({ failed: 'waiting' })
  keep.mockRejectedValueOnce(new Error('full'))
  expect(await keepCarriedWords('At dawn')).toEqual({ failed: 'storage' })
})
