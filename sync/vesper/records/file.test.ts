import { expect, test } from 'vitest'
import { countFiles } from './file.ts'

const photo = { type: 'photo', durationMs: null } as const
const video = (durationMs: number | null) => ({ type: 'video', durationMs }) as const
const sound = { type: 'audio', durationMs: 12_000 } as const

test('files are counted by their kind, with the length of videos and sounds together', () => {
  expect(countFiles([photo, video(180_400), photo, sound])).toEqual({
    photo: 2,
    video: 1,
    audio: 1,
    durationMs: 192_400,
  })
})

test('a length is not told while one of them is unknown, and not without any', () => {
  expect(countFiles([video(180_400), video(null)])).toEqual({ photo: 0, video: 2, audio: 0 })
  expect(countFiles([photo])).toEqual({ photo: 1, video: 0, audio: 0 })
})
