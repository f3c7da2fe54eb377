import { expect, test } from 'vitest'
import { firstQuality, qualitiesOf } from './qualities.ts'

const video = { url: '/media/original', variants: [] }
const variant = (name: '360p' | '720p', height: number) => ({
  ...{ name, height, width: height * 2, size: 1, url: `/media/${name}` },
})
const both = { ...video, variants: [variant('360p', 360), variant('720p', 720)] }

function begins(of: Parameters<typeof qualitiesOf>[0], isSparing: boolean, kept: string | null = null) {
  return firstQuality(qualitiesOf(of, kept), isSparing)?.name
}

test('a video begins in 720p, and in 360p where data are spared', () => {
  expect([begins(both, false), begins(both, true)]).toEqual(['720p', '360p'])
})

test('a video that has no smaller copy yet plays as it was uploaded', () => {
  expect([begins(video, false), begins(video, true)]).toEqual(['original', 'original'])
  expect(begins({ ...video, variants: [variant('360p', 360)] }, false)).toBe('360p')
})

test('the copy on this device comes before all others', () => {
  expect(begins(both, true, 'blob:kept')).toBe('kept')
  expect(qualitiesOf(both, 'blob:kept').map(({ name }) => name)).toEqual(['kept', '720p', '360p', 'original'])
})
