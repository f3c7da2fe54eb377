import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { postAccess } from './policy.ts'

const author = v7()
const viewers = {
  nobody: { userId: null, follows: false },
  stranger: { userId: v7(), follows: false },
  follower: { userId: v7(), follows: true },
  author: { userId: author, follows: false },
}

test.each([
  // status, access, nobody, stranger, follower, author
  ['published', 'public', 'open', 'open', 'open', 'open'],
  ['published', 'followers', 'locked', 'locked', 'open', 'open'],
  ['published', 'subscribers', 'locked', 'locked', 'locked', 'open'],
  ['published', 'paid', 'locked', 'locked', 'locked', 'open'],
  ['scheduled', 'public', 'hidden', 'hidden', 'hidden', 'open'],
  ['scheduled', 'paid', 'hidden', 'hidden', 'hidden', 'open'],
  ['archived', 'public', 'hidden', 'hidden', 'hidden', 'open'],
  ['archived', 'followers', 'hidden', 'hidden', 'hidden', 'open'],
  ['removed', 'public', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['removed', 'paid', 'hidden', 'hidden', 'hidden', 'hidden'],
] as const)('%s, for %s', (status, access, ...expected) => {
  const post = { performerId: author, status, access }
  expect(Object.values(viewers).map((viewer) => postAccess(viewer, post))).toEqual(expected)
})
