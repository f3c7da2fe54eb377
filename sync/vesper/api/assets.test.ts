import * as v from 'valibot'
import { expect, test } from 'vitest'
import { assetSlugOf } from '../records/asset.ts'
import { assetPriceFits, foreignFields } from './asset-fields.ts'
import { GalleryBody, PhotoBody, ProductBody, VideoBody } from './assets.ts'
import { Tags } from './tags.ts'

const _id = '01998b2e-0000-7000-8000-0000abCDef12'

test.each([
  ['Über die Brücke!', 'über-die-brücke-cdef12'],
  ['  Two   words -- and 3  ', 'two-words-and-3-cdef12'],
  ['صور من البحر', 'صور-من-البحر-cdef12'],
  ['🎉🎉', 'gallery-cdef12'],
  ['', 'gallery-cdef12'],
  ['x'.repeat(120), `${'x'.repeat(60)}-cdef12`],
])('the slug of “%s” is %s', (title, slug) => {
  expect(assetSlugOf({ _id, kind: 'gallery', title })).toBe(slug)
})

test('a longer end of the id makes a slug that is taken unique', () => {
  expect(assetSlugOf({ _id, kind: 'photo', title: 'Sea' }, 12)).toBe('sea-0000abcdef12')
})

test('tags are lower case, each once, without their sign', () => {
  expect(v.parse(Tags, ['#Sea', 'sea', ' Été_2 ', 'بحر'])).toEqual(['sea', 'été_2', 'بحر'])
  for (const wrong of [['a b'], ['a-b'], [''], ['#'], ['x'.repeat(31)]])
    expect(v.safeParse(Tags, wrong).success).toBe(false)
  const many = Array.from({ length: 21 }, (_, n) => `tag${n}`)
  expect([v.safeParse(Tags, many).success, v.safeParse(Tags, [...many.slice(1), 'tag1']).success]).toEqual([
    false,
    true,
  ])
})

test('only paid content has a price, and every product', () => {
  const fitting = [
    ['gallery', 'public', 0],
    ['video', 'paid', 1],
    ['video', 'paid', 10_000],
    ['product', 'public', 1_000_000],
  ] as const
  const wrong = [
    ['gallery', 'public', 1],
    ['gallery', 'paid', 0],
    ['video', 'paid', 10_001],
    ['video', 'followers', 5],
    ['product', 'public', 0],
  ] as const
  const fits = ([kind, access, price]: (typeof fitting | typeof wrong)[number]) =>
    assetPriceFits({ kind, access, price })
  expect([fitting.map(fits), wrong.map(fits)]).toEqual([fitting.map(() => true), wrong.map(() => false)])
})

test('a form means what the same JSON means', () => {
  const json = { title: 'Sea', price: 12, tags: ['a', 'b'], mainId: null, participantIds: [] }
  expect(v.parse(VideoBody, { title: 'Sea', price: '12', tags: 'a,b', mainId: '', participantIds: '' })).toEqual(json)
  expect(v.parse(VideoBody, { ...json, tags: ['A', '#b'] })).toEqual(json)
  expect(v.parse(ProductBody, { name: 'Print', stock: '', limitPerBuyer: '2' })).toEqual({
    ...{ name: 'Print', stock: null, limitPerBuyer: 2 },
  })
  expect(v.parse(PhotoBody, { position: '3' })).toEqual({ position: 3 })
  expect(v.parse(GalleryBody, {})).toEqual({})
})

test.each([
  [{ price: '1.5' }, 'A price is a whole number of tokens.'],
  [{ price: 'free' }, 'A price is a whole number of tokens.'],
  [{ price: '' }, 'A price is a whole number of tokens.'],
  [{ price: -1 }, 'A price is a whole number of tokens.'],
  [{ price: '1000001' }, 'A product costs at most 1,000,000 tokens.'],
  [{ tags: 'a b' }, 'A tag has only letters, digits and underscores.'],
  [{ title: 'x'.repeat(121) }, 'A title has at most 120 characters.'],
])('%o is refused and says why', (body, message) => {
  expect(v.safeParse(ProductBody, body).issues?.[0].message).toBe(message)
})

test('fields of another kind are named', () => {
  expect(foreignFields('gallery', { title: 'Sea', mainId: null, stock: 1 })).toEqual(['mainId', 'stock'])
  expect(foreignFields('video', { title: 'Sea', mainId: null })).toEqual([])
})
