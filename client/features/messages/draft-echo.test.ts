import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { isEcho } from './draft-echo.ts'

const at = Date.parse('2026-11-21T09:00:00.000Z')
const draft = (text: string, fileIds: string[] = []) => ({
  key: 'k',
  text,
  fileIds,
  updatedAt: new Date(at).toISOString(),
})
const made = (text: string, msecs: number, fileIds: string[] = []) => [{ _id: v7({ msecs }), text, fileIds }]

test('[DRAFT-8] a draft whose message was made since is an echo', () => {
  expect(isEcho(draft('hello '), made('hello', at + 5))).toBe(true)
  expect(isEcho(draft('', ['f']), made('', at + 5, ['f']))).toBe(true)
})

test('[DRAFT-8] the same words sent before they were written again are no echo', () => {
  expect(isEcho(draft('hello'), made('hello', at - 1))).toBe(false)
  expect(isEcho(draft('hello'), made('hello you', at + 5))).toBe(false)
  expect(isEcho(draft('hello', ['f']), made('hello', at + 5))).toBe(false)
})
