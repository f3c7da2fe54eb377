import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { accessOf, isOpenToEverybody } from './access.ts'
import type { Item, Viewer } from './access.ts'

const author = v7()
const stranger: Viewer = {
  ...{ userId: v7(), follows: false, isMember: false, isEntitled: false, isAuthorOpen: true, isBlocked: false },
}
const viewers: Record<'visitor' | 'stranger' | 'follower' | 'member' | 'entitled' | 'blocked' | 'author', Viewer> = {
  visitor: { ...stranger, userId: null },
  stranger,
  follower: { ...stranger, follows: true },
  member: { ...stranger, isMember: true },
  entitled: { ...stranger, isEntitled: true },
  // A block counts more than a follow and a membership.
  blocked: { ...stranger, follows: true, isMember: true, isBlocked: true },
  author: { ...stranger, userId: author },
}

const letters = { o: 'open', l: 'locked', '-': 'hidden' } as const

/** A letter for each viewer, in the order above: visitor, stranger, follower, member, entitled, blocked, author. */
const table: [Item['status'], Item['access'], string][] = [
  ['published', 'public', 'ooooo-o'],
  ['published', 'followers', 'llooo-o'],
  ['published', 'subscribers', 'llloo-o'],
  ['published', 'paid', 'llllo-o'],
  ['active', 'public', 'ooooo-o'],
  ['active', 'followers', 'llooo-o'],
  ['active', 'subscribers', 'llloo-o'],
  ['active', 'paid', 'llllo-o'],
  ['draft', 'public', '----o-o'],
  ['draft', 'followers', '----o-o'],
  ['draft', 'subscribers', '----o-o'],
  ['draft', 'paid', '----o-o'],
  ['processing', 'public', '----o-o'],
  ['processing', 'followers', '----o-o'],
  ['processing', 'subscribers', '----o-o'],
  ['processing', 'paid', '----o-o'],
  ['scheduled', 'public', '----o-o'],
  ['scheduled', 'followers', '----o-o'],
  ['scheduled', 'subscribers', '----o-o'],
  ['scheduled', 'paid', '----o-o'],
  ['archived', 'public', '----o-o'],
  ['archived', 'followers', '----o-o'],
  ['archived', 'subscribers', '----o-o'],
  ['archived', 'paid', '----o-o'],
  ['hidden', 'public', '------o'],
  ['hidden', 'followers', '------o'],
  ['hidden', 'subscribers', '------o'],
  ['hidden', 'paid', '------o'],
  ['removed', 'public', '-------'],
  ['removed', 'followers', '-------'],
  ['removed', 'subscribers', '-------'],
  ['removed', 'paid', '-------'],
]

test.each(table)('%s, for %s: %s', (status, access, expected) => {
  const item = { performerId: author, status, access }
  const seen = Object.values(viewers).map((viewer) => accessOf(viewer, item))
  expect(seen).toEqual(expected.split('').map((letter) => letters[letter as keyof typeof letters]))
})

test.each(table)('a thing of an author who is not open to others: %s, for %s', (status, access) => {
  const item = { performerId: author, status, access }
  for (const [name, viewer] of Object.entries(viewers)) {
    const owns = name === 'author' || (name === 'entitled' && status !== 'hidden')
    expect([name, accessOf({ ...viewer, isAuthorOpen: false }, item)]).toEqual([
      name,
      owns && status !== 'removed' ? 'open' : 'hidden',
    ])
  }
  expect(isOpenToEverybody(item, { isAuthorOpen: false })).toBe(false)
})

test('a bought thing stays open to an owner whom the author blocks', () => {
  const item = { performerId: author, status: 'archived', access: 'paid' } as const
  expect(accessOf({ ...viewers.blocked, isEntitled: true }, item)).toBe('open')
})

test.each(table)('open to everybody is what a visitor sees: %s, for %s', (status, access) => {
  const item = { performerId: author, status, access }
  expect(isOpenToEverybody(item, viewers.author)).toBe(
    (status === 'published' || status === 'active') && access === 'public',
  )
})
