import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMutations as mutations } from '../server/testing/mutations/all-mutations.ts'
import { replaceOnce } from './mutation-run.ts'
import { root } from './run.ts'

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')

test('each mutation changes a text that stands once in its file', () => {
  const lost = mutations.filter((one) => one.find === one.replace || replaceOnce(read(one.file), one) === null)
  expect(lost.map(({ name, file, find }) => `${name}: ${file}: ${find}`)).toEqual([])
})

test('each mutation names tests that exist', () => {
  const lost = mutations.filter(({ tests, title = '' }) => !tests.some((path) => read(path).includes(title)))
  const missing = mutations.flatMap(({ tests }) => tests.filter((path) => read(path) === ''))
  expect([...lost.map(({ name }) => name), ...missing]).toEqual([])
})

test('no two mutations have one name', () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
})
