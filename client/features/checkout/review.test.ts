import { describe, expect, test } from 'vitest'
import { cartLine } from '../../testing/cart-line.ts'
import { changesOf, groupOrders, linesToBuy, noChanges, totalOf, vatOf } from './review.ts'

const mara = { _id: 'mara', name: 'Mara', username: 'mara', avatar: null }
const teo = { _id: 'teo', name: 'Teo', username: 'teo', avatar: null }
const nothingLeftOut = { prices: {}, leftOut: new Set<string>() }

test('buys the available lines of a cart, at the current price', () => {
  const lines = [
    cartLine({ _id: 'a', quantity: 4, product: { left: 2, availability: 'few', price: 50 } }),
    cartLine({ _id: 'b', quantity: 3, product: { type: 'digital', price: 10 } }),
    cartLine({ _id: 'gone', isAvailable: false }),
    cartLine({ _id: 'out', product: { left: 0, availability: 'none' } }),
    cartLine({ _id: 'not-now' }),
  ]
  const bought = linesToBuy(lines, { prices: { b: 12 }, leftOut: new Set(['not-now']) })
  expect(bought.map(({ productId, quantity, price }) => [productId, quantity, price])).toEqual([
    ['a', 2, 50],
    ['b', 1, 12],
  ])
})

test('each seller makes one order of parcels and one of files; the highest shipping counts once', () => {
  const lines = [
    cartLine({ _id: '1', quantity: 2, product: { name: 'Print', price: 100, shippingPrice: 30, performer: mara } }),
    cartLine({ _id: '2', quantity: 1, product: { name: 'Book', price: 40, shippingPrice: 50, performer: mara } }),
    cartLine({ _id: '3', product: { name: 'Notes', type: 'digital', price: 60, shippingPrice: 9, performer: mara } }),
    cartLine({ _id: '4', quantity: 1, product: { name: 'Apron', price: 140, performer: teo } }),
  ]
  const groups = groupOrders(linesToBuy(lines, nothingLeftOut), 'en')
  expect(
    groups.map(({ key, subtotal, shipping, lines: own }) => [
      key,
      own.map(({ product }) => product.name),
      subtotal,
      shipping,
    ]),
  ).toEqual([
    ['mara physical', ['Book', 'Print'], 240, 50],
    ['mara digital', ['Notes'], 60, 0],
    ['teo physical', ['Apron'], 140, 0],
  ])
  expect(totalOf(groups, 15)).toBe(240 + 50 + 60 + 140 - 15)
})

describe('a refused checkout', () => {
  const sent = linesToBuy([cartLine({ _id: 'a' }), cartLine({ _id: 'b' })], nothingLeftOut)

  test('tells what changed at each of its lines, and the sum', () => {
    const details = [
      { path: 'lines.0.price', message: '120' },
      { path: 'lines.1.quantity', message: 'Only 1 left.' },
      { path: 'lines.1.shipsTo', message: 'This creator does not ship to that country.' },
      { path: 'total', message: '340' },
    ]
    expect(changesOf(details, sent)).toEqual({
      prices: { a: 120 },
      notes: { b: ['Only 1 left.', 'This creator does not ship to that country.'] },
      total: 340,
    })
  })

  test('for another reason tells of no line', () => {
    expect(changesOf([{ path: 'addressId', message: 'Choose an address.' }], sent)).toEqual(noChanges)
    expect(changesOf([{ path: 'lines.9.price', message: '1' }], sent)).toEqual(noChanges)
  })
})

test('the tax of each order is rounded by itself, and with a coupon that of the sum', () => {
  const lines = [
    cartLine({ _id: '1', quantity: 1, product: { price: 33, performer: mara } }),
    cartLine({ _id: '2', quantity: 1, product: { price: 33, performer: teo } }),
  ]
  const groups = groupOrders(linesToBuy(lines, nothingLeftOut), 'en')
  const settings = { tokenValue: 0.05, taxBps: 1900 }
  // 1.65 have 0.26 of tax, 3.30 have 0.53, and 3.00 have 0.48.
  expect(vatOf({ groups, discount: 0, total: 66 }, settings)).toBe(52)
  expect(vatOf({ groups, discount: 6, total: 60 }, settings)).toBe(48)
})

test('an order tells how its creator sells, also where one of its lines does not know it yet', () => {
  const lines = [
    cartLine({ _id: '1', product: { name: 'A', performer: mara } }),
    cartLine({ _id: '2', sellerKind: 'trader', product: { name: 'B', performer: mara } }),
    cartLine({ _id: '3', product: { performer: teo } }),
  ]
  const groups = groupOrders(linesToBuy(lines, nothingLeftOut), 'en')
  expect(groups.map(({ sellerKind }) => sellerKind)).toEqual(['trader', undefined])
})
