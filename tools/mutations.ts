import { startMigratedPostgres } from '../server/testing/migrated-postgres.ts'
// npm run mutations [-- refund]: with each lock, limit and check of a list taken away in turn, a test has to fail. With words,
// those with one of them in the name or the file. It works in a copy of the checkout.
import { allMutations } from '../server/testing/mutations/all-mutations.ts'
import { copyCheckout } from './checkout-copy.ts'
import { failingTests, tryMutation } from './mutation-run.ts'
import type { Place } from './mutation-run.ts'
import { secondsSince } from './run.ts'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = allMutations.filter(
  ({ name, file }) => words.length === 0 || words.some((word) => `${name} ${file}`.toLowerCase().includes(word)),
)
if (chosen.length === 0) throw new Error(`No mutation has ${words.join(' or ')} in its name or file.`)

const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())

const postgres = await startMigratedPostgres()
const copy = await copyCheckout()
try {
  process.exitCode = await tryAll({ folder: copy.folder, postgres, signal: stopped.signal })
} catch (error) {
  if (!stopped.signal.aborted) throw error
  process.exitCode = 130
} finally {
  await copy.remove()
  await postgres.stop()
}

async function tryAll(place: Place): Promise<number> {
  const since = performance.now()
  const failing = await failingTests(place, [...new Set(chosen.flatMap(({ tests }) => tests))].toSorted())
  if (failing.length > 0) {
    console.error(`Tests fail without any mutation:\n  ${failing.join('\n  ')}`)
    return 1
  }
  console.log(`The tests pass as they are (${secondsSince(since).toFixed(0)} s)`)
  let killed = 0
  for (const mutation of chosen) {
    const { state, by, seconds } = await tryMutation(place, mutation)
    if (state === 'killed') killed += 1
    const shown = state === 'survived' ? 'SURVIVED' : state
    console.log(`${shown} (${seconds.toFixed(0)} s) ${mutation.name}${by === '' ? '' : `: ${by}`}`)
  }
  console.log(`${killed} passed, ${chosen.length - killed} failed`)
  return killed === chosen.length ? 0 : 1
}
