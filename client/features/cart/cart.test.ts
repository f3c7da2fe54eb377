import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { describe, expect, test } from 'vitest'
import { cartLine } from '../../testing/cart-line.ts'
import { groupByPerformer } from './group-by-performer.ts'
import { lineChangesOf, mostOf } from './line-changes.ts'
import { pendingLines } from './pending-lines.ts'

type Given = Parameters<typeof cartLine>[0]

describe('a line says where it differs from what was put in', () => {
  test.each<[string, Given, unknown[]]>([
    ['nothing', {}, []],
    ['no end of it', { product: { left: null } }, []],
    ['just enough left', { product: { left: 2 } }, []],
    ['another price', { product: { price: 150 } }, [{ kind: 'price', was: 100, is: 150 }]],
    ['fewer left', { product: { left: 1 } }, [{ kind: 'fewer', left: 1 }]],
    [
      'both',
      { product: { left: 1, price: 90 } },
      [
        { kind: 'fewer', left: 1 },
        { kind: 'price', was: 100, is: 90 },
      ],
    ],
    ['sold out, at whatever price', { product: { left: 0, price: 90 } }, [{ kind: 'sold-out' }]],
    ['no longer sold', { isAvailable: false, product: { left: 0, price: 90 } }, [{ kind: 'unavailable' }]],
  ])('%s', (_case, given, expected) => {
    expect(lineChangesOf(cartLine(given))).toEqual(expected)
  })
})

test('lines stand by performer and name, and a subtotal counts what can be had as it costs now', () => {
  const teo = { _id: 'teo', name: 'Teo', username: 'teo', avatar: null }
  const lines = [
    cartLine({ _id: 'bag', quantity: 1, product: { name: 'Bag', price: 140, performer: teo } }),
    cartLine({ _id: 'jar', quantity: 3, product: { name: 'Jar', price: 90, left: 2, performer: teo } }),
    cartLine({ _id: 'print', product: { name: 'Print 10', price: 150 } }),
    cartLine({ _id: 'gone', isAvailable: false, product: { name: 'Print 9', left: 0 } }),
  ]
  const groups = groupByPerformer(lines, 'en')
  expect(
    groups.map(({ performer, lines: own, subtotal }) => [performer.name, own.map(({ _id }) => _id), subtotal]),
  ).toEqual([
    ['Mara', ['gone', 'print'], 300],
    ['Teo', ['bag', 'jar'], 320],
  ])
})

test('a line waits while a change of it is in the outbox, and what is refused is counted', () => {
  const record = (name: string, args: unknown, state: OutboxRecord['state']) => ({ name, args, state }) as OutboxRecord
  const records = [
    record('cart.set', { productId: 'a' }, 'waiting'),
    record('cart.set', { productId: 'b' }, 'sending'),
    record('cart.set', { productId: 'c' }, 'rejected'),
    record('cart.clear', { productIds: ['d'] }, 'waiting'),
    record('cart.set', null, 'waiting'),
  ]
  expect(pendingLines(records)).toEqual({ waiting: new Set(['a', 'b']), refused: 1 })
})

test.each<[Given, number]>([
  [{}, 99],
  [{ product: { left: 3 } }, 3],
  [{ product: { limitPerBuyer: 2 } }, 2],
  [{ product: { left: 1, limitPerBuyer: 2 } }, 1],
  [{ product: { type: 'digital' } }, 1],
])('a cart takes of %j at most %i', (given, most) => {
  expect(mostOf(cartLine(given).product)).toBe(most)
})
