import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = `${import.meta.dirname}/../..`

/** It runs in a process of its own: see `vitest.config.ts`. */
const ALONE = 'server/add-thing.pg.test.ts'

/**
 * The tests of a worker share the modules that they load. A module that another test has loaded stays as it is, so that a
 * double of it is used or not by the order of the files.
 */
test('no test that shares its modules with others replaces one', () => {
  const tests = globSync('{server,sync}/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
  const replacing = tests.filter((path) => /\bvi\.(do)?mock\(/i.test(readFileSync(`${ROOT}/${path}`, 'utf8')))
  expect(replacing).toEqual([ALONE])
})
