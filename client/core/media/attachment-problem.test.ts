import { AUDIO_MAX_BYTES, PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import { expect, test } from 'vitest'
import { attachmentProblem, feedPurposeOf } from './attachment-problem.ts'

const problem = (type: string, size: number, count = 0) => attachmentProblem({ type, size }, { count, most: 10 })

test('photos and videos within bounds are taken', () => {
  expect(problem('image/jpeg', PHOTO_MAX_BYTES)).toBeNull()
  expect(problem('video/mp4', VIDEO_MAX_BYTES, 9)).toBeNull()
})

test('everything else is refused with its reason', () => {
  expect(problem('application/pdf', 10)).toBe('not-supported')
  expect(problem('image/svg+xml', 10)).toBe('not-supported')
  expect(problem('', 10)).toBe('not-supported')
  expect(problem('image/png', 0)).toBe('empty')
  expect(problem('image/png', PHOTO_MAX_BYTES + 1)).toBe('too-large')
  expect(problem('video/mp4', VIDEO_MAX_BYTES + 1)).toBe('too-large')
  expect(problem('image/png', 10, 10)).toBe('too-many')
})

test('sounds are taken where they are asked for, within their bounds', () => {
  const kinds = ['photo', 'video', 'audio'] as const
  const sound = (size: number) => attachmentProblem({ type: 'audio/mpeg', size }, { count: 0, most: 1, kinds })
  expect([sound(AUDIO_MAX_BYTES), sound(AUDIO_MAX_BYTES + 1)]).toEqual([null, 'too-large'])
  expect(problem('audio/mpeg', 10)).toBe('not-supported')
})

test('a file of a post is uploaded for the purpose of its kind', () => {
  const types = ['image/webp', 'video/mp4', 'audio/mp4']
  expect(types.map(feedPurposeOf)).toEqual(['feed-photo', 'feed-video', 'feed-audio'])
})
