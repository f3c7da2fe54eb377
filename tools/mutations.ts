// npm run mutations: Stryker mutates the folders of a list, and the mistakes that Stryker cannot make are planted. A test has
// to fail each time. `-- server/domains/shop/cart` mutates that folder or file, `-- planted wallet` plants the mistakes with
// that word in their name. It works in a copy of the checkout.
import { startMigratedPostgres } from '../server/testing/migrated-postgres.ts'
import { copyCheckout } from './mutation-testing/copy-checkout.ts'
import { mutateFolder } from './mutation-testing/mutate-folder.ts'
import { NIGHTLY, targetOf } from './mutation-testing/target.ts'
import type { Place } from './mutation-testing/try-mistake.ts'
import { tryMistakes } from './mutation-testing/try-mistakes.ts'
import { root } from './run.ts'

const [first, ...words] = process.argv.slice(2)
const plants = first === undefined || first === 'planted'
const paths = first === undefined ? NIGHTLY : plants ? [] : [first, ...words]
const targets = paths.map((path) => targetOf(root, path.replace(/\/$/, '')))

const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())

const postgres = await startMigratedPostgres()
const copy = await copyCheckout()
try {
  const failed = await mutateAll({ folder: copy.folder, postgres, signal: stopped.signal })
  if (failed.length > 0) console.error(`Mutation testing fails: ${failed.join(', ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
} catch (error) {
  if (!stopped.signal.aborted) throw error
  process.exitCode = 130
} finally {
  await copy.remove()
  await postgres.stop()
}

/** Gives the names of those that fail. */
async function mutateAll(place: Place): Promise<string[]> {
  const failed: string[] = []
  for (const target of targets) {
    console.log(`\n${target.path}: ${target.sources.length} sources, ${target.tests.length} test files`)
    if (!(await mutateFolder(place, target))) failed.push(target.path)
  }
  if (plants && !(await tryMistakes(place, words))) failed.push('planted mistakes')
  return failed
}
