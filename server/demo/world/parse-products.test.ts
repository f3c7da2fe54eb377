import { expect, test } from 'vitest'
import { worldCreators } from './creators.ts'
import { parseProducts } from './parse-products.ts'
import { readWorld } from './read-world.ts'

test('the products of the world are 36, each of somebody, and no two have one name', async () => {
  const { products } = await readWorld()
  const creators = new Set(worldCreators.map(({ username }) => username))
  expect(products).toHaveLength(36)
  expect(new Set(products.map(({ name }) => name)).size).toBe(36)
  expect(new Set(products.map(({ creator }) => creator))).toEqual(creators)
  expect(products.filter(({ type }) => type === 'physical')).toHaveLength(22)
  expect(products.filter(({ status }) => status === 'archived')).toHaveLength(1)
  for (const { name, price } of products) expect([name, name.length <= 120, price > 0]).toEqual([name, true, true])
})

test.each([
  ['@a car 5 photo:pot\nName\nText', 'p.txt:1: no type is called "car"'],
  ['\n@a digital 5 photo:cat\nName\nText', 'p.txt:2: no motif is called "cat"'],
  ['@a physical 5 photo:pot\nName\nText', 'p.txt:1: a physical product has a stock, no other'],
  ['@a digital free photo:pot\nName\nText', 'p.txt:1: "free" is not a price'],
  ['@a digital 5 photo:pot new\nName\nText', 'p.txt:1: no word is called "new"'],
  ['@a digital 5 photo:pot\nName', 'p.txt:1: a product has a name and a description'],
])('refuses %j', (source, message) => {
  expect(() => parseProducts(source, 'p.txt')).toThrow(message)
})
