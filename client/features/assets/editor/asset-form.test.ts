import { ASSET_PRICE, NO_TITLE, PRODUCT_PRICE } from '@vesper/sync/vesper/api/asset-fields.ts'
import { expect, test } from 'vitest'
import { ownAsset } from '../../../testing/assets.ts'
import { formOf, readForm } from './asset-form.ts'

test('nothing of a new gallery is saved before it has a title', () => {
  expect(readForm('gallery', null, { description: 'A walk', title: ' ' })).toEqual({
    changes: {},
    errors: { title: NO_TITLE },
  })
  const { changes, errors } = readForm('gallery', null, { description: 'A walk', title: ' Night ' })
  expect(changes).toEqual({ title: 'Night', description: 'A walk', tags: [], access: 'public' })
  expect(errors).toEqual({})
})

test('only the fields that differ from the stored ones are saved', () => {
  const asset = ownAsset({ title: 'Night', tags: ['dark'] })
  expect(readForm('gallery', asset, formOf(asset)).changes).toEqual({})
  expect(readForm('gallery', asset, { tags: '#Dark, Long  walk' }).changes).toEqual({ tags: ['dark', 'long', 'walk'] })
})

test('direction marks are no edit of a text', () => {
  const asset = ownAsset({ title: 'Night', description: 'A walk' })
  expect(readForm('gallery', asset, { title: 'Ni\u202eght', description: '\u2066A walk\u202e ' }).changes).toEqual({})
})

test.each([
  ['', ASSET_PRICE],
  ['0', ASSET_PRICE],
  ['1.5', ASSET_PRICE],
  ['10001', ASSET_PRICE],
  ['twelve', ASSET_PRICE],
])('what is sold for %j is not saved with that: neither its price nor that it is sold', (price, said) => {
  const { changes, errors } = readForm('video', ownAsset({ kind: 'video' }), { access: 'paid', price })
  expect([changes, errors]).toEqual([{}, { price: said }])
})

test('a price in other digits is a price, and goes with the access', () => {
  const asset = ownAsset({ kind: 'video' })
  expect(readForm('video', asset, { access: 'paid', price: '١٥٠' }).changes).toEqual({ access: 'paid', price: 150 })
})

test('a price that nobody pays is no mistake', () => {
  const asset = ownAsset({ access: 'paid', price: 40 })
  expect(readForm('gallery', asset, { access: 'followers' })).toEqual({ changes: { access: 'followers' }, errors: {} })
})

test('a product costs something, and may be without end', () => {
  const asset = ownAsset({ kind: 'product', price: 20, type: 'physical', stock: 3 })
  expect(readForm('product', asset, { price: '' }).errors).toEqual({ price: PRODUCT_PRICE })
  expect(readForm('product', asset, { stock: '' }).changes).toEqual({ stock: null })
  expect(readForm('product', asset, { stock: '0' }).changes).toEqual({ stock: 0 })
  expect(readForm('product', asset, { stock: '-1', type: 'digital' })).toEqual({
    changes: { type: 'digital' },
    errors: { stock: 'A stock is a whole number up to 100,000.' },
  })
})

test('a product has a limit, a price of shipping and countries, each of which may be left out', () => {
  const asset = ownAsset({ kind: 'product', price: 20, type: 'physical', stock: 3 })
  const typed = { limitPerBuyer: '٢', shippingPrice: '35', shipsTo: ['SE', 'DE'] }
  expect(readForm('product', asset, typed).changes).toEqual({
    ...{ limitPerBuyer: 2, shippingPrice: 35, shipsTo: ['DE', 'SE'] },
  })
  const limited = ownAsset({ kind: 'product', price: 20, type: 'physical', limitPerBuyer: 2, shippingPrice: 35 })
  expect(readForm('product', limited, { limitPerBuyer: '', shippingPrice: '' }).changes).toEqual({
    ...{ limitPerBuyer: null, shippingPrice: 0 },
  })
  expect(readForm('product', asset, { limitPerBuyer: '0', shippingPrice: '10001' })).toEqual({
    changes: {},
    errors: {
      limitPerBuyer: 'A limit is a whole number up to 100,000.',
      shippingPrice: 'Shipping costs 0 to 10,000 tokens.',
    },
  })
  // A file is sent nowhere.
  const file = ownAsset({ kind: 'product', price: 20, type: 'digital' })
  expect(readForm('product', file, typed).changes).toEqual({ limitPerBuyer: 2 })
})
