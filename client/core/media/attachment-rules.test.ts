import { expect, test } from 'vitest'
import { attachmentProblem, PHOTO_MAX, VIDEO_MAX } from './attachment-rules.ts'

const problem = (type: string, size: number, count = 0) => attachmentProblem({ type, size }, { count, most: 10 })

test('[ATTACH-1] photos and videos within bounds are taken', () => {
  expect(problem('image/jpeg', PHOTO_MAX)).toBeNull()
  expect(problem('video/mp4', VIDEO_MAX, 9)).toBeNull()
})

test('[ATTACH-1] everything else is refused with its reason', () => {
  expect(problem('application/pdf', 10)).toBe('not-supported')
  expect(problem('image/svg+xml', 10)).toBe('not-supported')
  expect(problem('', 10)).toBe('not-supported')
  expect(problem('image/png', 0)).toBe('empty')
  expect(problem('image/png', PHOTO_MAX + 1)).toBe('too-large')
  expect(problem('video/mp4', VIDEO_MAX + 1)).toBe('too-large')
  expect(problem('image/png', 10, 10)).toBe('too-many')
})
