import { expect, test, vi } from 'vitest'
import { createMemberCache } from './member-cache.ts'

const membersOf = (id: string) => [`${id}-fan`, `${id}-creator`]

function lookup(max: number) {
  const read = vi.fn(async (ids: readonly string[]) =>
    ids.filter((id) => id !== 'none').map((id) => ({ id, userIds: membersOf(id) })),
  )
  return { read, members: createMemberCache(read, max) }
}

test('[POKE-4] the members of a conversation are read once', async () => {
  const { read, members } = lookup(10)
  await members(['a', 'b'])
  expect(await members(['a', 'b', 'c'])).toEqual(new Map(['a', 'b', 'c'].map((id) => [id, membersOf(id)])))
  expect(read.mock.calls).toEqual([[['a', 'b']], [['c']]])
})

test('[POKE-4] a later read takes no member out of the answer under way', async () => {
  const { members } = lookup(2)
  await members(['a', 'b'])
  const answer = await members(['c', 'a', 'd'])
  expect([...answer.keys()].toSorted()).toEqual(['a', 'c', 'd'])
})

test('[POKE-4] a missing conversation has no members', async () => {
  const { members } = lookup(2)
  expect(await members(['none'])).toEqual(new Map())
})
