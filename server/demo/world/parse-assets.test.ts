import { expect, test } from 'vitest'
import { parseAssets } from './parse-assets.ts'
import { readWorld } from './read-world.ts'

test('reads a gallery and a video with all that their heads say', () => {
  const source =
    '@hana.kiln 12d paid 60 photo:pot*10 #kiln\nFiring six\nFront to back.\n\n@luca 2h public video:wall\nOne\nTwo.'
  expect(parseAssets(source, 'x.txt')).toEqual([
    {
      ...{ creator: 'hana.kiln', kind: 'gallery', title: 'Firing six', description: 'Front to back.' },
      ...{ minutesAgo: 17_280, access: 'paid', price: 60, tags: ['kiln'] },
      media: { kind: 'photo', motif: 'pot', count: 10 },
    },
    {
      ...{ creator: 'luca', kind: 'video', title: 'One', description: 'Two.' },
      ...{ minutesAgo: 120, access: 'public', price: 0, tags: [] },
      media: { kind: 'video', motif: 'wall', count: 1 },
    },
  ])
})

test.each([
  ['@hana 2d public audio:pot\nA\nB.', 'a gallery has photos'],
  ['@hana 2d public photo:pot*13\nA\nB.', 'too many pictures'],
  ['@hana 2d public photo:pot\nA', 'a title and a description'],
  ['@hana 2d paid photo:pot\nA\nB.', 'is not a price'],
])('refuses %s, and names the line', (source, reason) => {
  expect(() => parseAssets(`\n${source}`, 'x.txt')).toThrow(new RegExp(`^x.txt:2: .*${reason}`))
})

test('the world has galleries and videos of every creator, and no title twice', async () => {
  const { assets } = await readWorld()
  const videos = assets.filter(({ kind }) => kind === 'video')
  expect([assets.length - videos.length, videos.length]).toEqual([18, 24])
  expect(new Set(assets.map(({ creator }) => creator)).size).toBe(12)
  expect(new Set(assets.map(({ title }) => title)).size).toBe(assets.length)
  expect(new Set(assets.map(({ access }) => access)).size).toBe(4)
})
