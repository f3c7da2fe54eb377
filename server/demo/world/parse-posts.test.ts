import { readdir, readFile } from 'node:fs/promises'
import { hasPostContent, postFields, priceFits } from '@vesper/sync/vesper/api/post-fields.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { previewOf } from '../../domains/content/posts/preview.ts'
import { parsePosts } from './parse-posts.ts'
import type { WorldPost } from './parse-posts.ts'

const names = (await readdir(import.meta.dirname)).filter((name) =>
  /^(?!products|galleries|videos)[a-z0-9.]+\.txt$/.test(name),
)
const world = await Promise.all(
  names.map(async (name) => ({
    name,
    posts: parsePosts(await readFile(`${import.meta.dirname}/${name}`, 'utf8'), name),
  })),
)
const all = world.flatMap(({ posts }) => posts)

describe('the posts of the world', () => {
  test('are 25 of each of twelve creators, the newest first, over most of a year', () => {
    expect(world.map(({ posts }) => posts.length)).toEqual(Array.from({ length: 12 }, () => 25))
    for (const { name, posts } of world) {
      const ages = posts.filter(({ minutesAgo }) => minutesAgo >= 0).map(({ minutesAgo }) => minutesAgo)
      expect([name, ages]).toEqual([name, [...new Set(ages)].toSorted((a, b) => a - b)])
      expect(Math.max(...ages)).toBeGreaterThan(290 * 1440)
      expect(Math.max(...ages)).toBeLessThan(341 * 1440)
    }
  })

  test('come in all kinds and for all readers', () => {
    const count = (is: (post: WorldPost) => unknown) => all.filter(is).length
    expect({
      polls: count(({ poll }) => poll),
      videos: count(({ media }) => media?.kind === 'video'),
      sounds: count(({ media }) => media?.kind === 'audio'),
      textsAlone: count(({ media, poll }) => !media && !poll),
      archived: count(({ archived }) => archived),
      scheduled: count(({ minutesAgo }) => minutesAgo < 0),
      pinned: count(({ pinned }) => pinned),
      severalAnswers: count(({ poll }) => poll?.isMultiple),
    }).toEqual({
      ...{ polls: 24, videos: 14, sounds: 16, textsAlone: 68, archived: 6, scheduled: 3 },
      ...{ pinned: 12, severalAnswers: 4 },
    })
    const share = (access: string) => Math.round((100 * count((post) => post.access === access)) / all.length)
    expect(share('public')).toBeGreaterThan(50)
    for (const access of ['followers', 'subscribers', 'paid']) expect(share(access)).toBeGreaterThan(2)
  })

  test('can be published as they are, and are none of them said twice', () => {
    for (const { text, access, price, poll, media } of all) {
      for (const [field, value] of Object.entries({ text, access, price, poll: withoutDays(poll) })) {
        const parsed = v.safeParse(postFields[field as 'text' | 'access' | 'price' | 'poll'], value)
        expect([field, value, parsed.issues?.[0].message]).toEqual([field, value, undefined])
      }
      expect(hasPostContent({ text, poll, fileIds: media ? ['photo'] : [] })).toBe(true)
      expect(priceFits({ access, price })).toBe(true)
    }
    const texts = all.map(({ text, poll }) => `${text}${poll?.question ?? ''}`)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.join().toLowerCase()).not.toContain('lorem')
  })

  test('begin, where they are locked, with a preview that says something', () => {
    const sold = all.filter(({ access }) => access === 'subscribers' || access === 'paid')
    expect(sold.length).toBeGreaterThan(30)
    for (const { text } of sold) expect(previewOf(text).length).toBeGreaterThan(30)
  })
})

test.each([
  ['@5h public text', 'a.txt:1: a post without a text'],
  ['Hello', 'a.txt:1: a file begins with the head of a post'],
  ['@5h public text\nHi\n@soon public text\nHi', 'a.txt:3: "soon" is no age such as 5h or 3d'],
  ['@5h friends text\nHi', 'a.txt:1: no access is called "friends"'],
  ['@5h paid text\nHi', 'a.txt:1: "text" is not a price'],
  ['@5h public song\nHi', 'a.txt:1: no kind is called "song"'],
  ['@5h public photo:cat\nHi', 'a.txt:1: no motif is called "cat"'],
  ['@5h public photo:pot*5\nHi', 'a.txt:1: too many pictures'],
  ['@5h public text\nHi\n- yes\n- no', 'a.txt:1: options without a poll'],
  ['@5h public poll:3d\nReally?\n- yes', 'a.txt:1: a poll has at least two options'],
])('refuses %j', (source, message) => {
  expect(() => parsePosts(source, 'a.txt')).toThrow(message)
})

test('reads a head, the paragraphs, the list and the poll of a post', () => {
  const source =
    '@+15m paid 40 photo:pot*2 poll:3d:several #kiln archived pinned\nFirst line.\nSecond line.\n• one\n• two\n\nWhich?\n- This\n- That\n'
  expect(parsePosts(source, 'a.txt')).toEqual([
    {
      ...{ minutesAgo: -15, access: 'paid', price: 40, archived: true, pinned: true, tags: ['kiln'] },
      media: { kind: 'photo', motif: 'pot', count: 2 },
      poll: { question: 'Which?', options: ['This', 'That'], openDays: 3, isMultiple: true },
      text: 'First line.\n\nSecond line.\n\n• one\n• two',
    },
  ])
})

function withoutDays(poll: WorldPost['poll']) {
  return poll && { question: poll.question, options: poll.options, isMultiple: poll.isMultiple }
}
