import { existsSync, globSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Sources that are mutated together, and the tests that have to notice. Paths begin at the root of the checkout. */
export type Target = { path: string; sources: string[]; tests: string[] }

/** The folders of the nightly run. */
export const NIGHTLY = [
  'server/content',
  'server/domains/money/coupons',
  'server/domains/money/money',
  'server/domains/money/payments',
  'server/domains/money/payouts',
  'server/domains/money/subscriptions',
  'server/domains/shop/addresses',
  'server/domains/shop/cart',
  'server/domains/shop/orders',
  'server/domains/community/blocks',
  'server/domains/community/comments',
  'server/domains/community/reactions',
  'server/domains/community/cases',
  'sync/engine/core',
  'client',
]

// Entities and manifests are declarations: a test compares them with the tables, and the types check them.
const NO_SOURCE = /\.test\.tsx?$|\.d\.ts$|(^|\/)(domain|entity|[a-z-]+-entity)\.ts$|(^|\/)(testing|bench|e2e|dist)\//

/**
 * Finds sources and tests of a folder or a file. A file has the tests named for it, and without them those of its folder. A
 * folder without tests has those of the folder above. In the client, only files with a test of their own count: they are pure.
 */
export function targetOf(root: string, path: string): Target {
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}.`)
  if (!statSync(join(root, path)).isDirectory()) {
    const own = testsOf(root, path)
    return { path, sources: [path], tests: own.length > 0 ? own : testsAbove(root, dirname(path)) }
  }
  const sources = filesIn(root, path, '*.ts').filter((file) => !NO_SOURCE.test(file))
  if (path.split('/')[0] !== 'client') return { path, sources, tests: testsAbove(root, path) }
  const pure = sources
    .map((source) => ({ source, tests: testsOf(root, source) }))
    .filter(({ tests }) => tests.length > 0)
  return { path, sources: pure.map(({ source }) => source), tests: pure.flatMap(({ tests }) => tests) }
}

function testsOf(root: string, source: string): string[] {
  const name = basename(source).replace(/\.tsx?$/, '')
  return ['.test.ts', '.pg.test.ts']
    .map((end) => join(dirname(source), name + end))
    .filter((path) => existsSync(join(root, path)))
}

function testsAbove(root: string, folder: string): string[] {
  const tests = filesIn(root, folder, '*.test.ts')
  return tests.length > 0 || folder === '.' ? tests : testsAbove(root, dirname(folder))
}

function filesIn(root: string, folder: string, name: string): string[] {
  return globSync(`${folder}/**/${name}`, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).toSorted()
}
