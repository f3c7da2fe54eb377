// npm run mutations [-- wallet]: with each lock, constraint and condition of a list removed in turn, a test has to fail.
// With words, those with one of them in the name. It works in a copy of the checkout.
import { startMigratedPostgres } from '../server/testing/migrated-postgres.ts'
import { copyCheckout } from './mutation-testing/copy-checkout.ts'
import { testsOf } from './mutation-testing/plant-mistake.ts'
import { plantedMistakes } from './mutation-testing/planted-mistakes.ts'
import { failingTests, tryMistake } from './mutation-testing/try-mistake.ts'
import type { Place } from './mutation-testing/try-mistake.ts'
import { secondsSince } from './run.ts'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = plantedMistakes.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)),
)
if (chosen.length === 0) throw new Error(`No planted mistake has ${words.join(' or ')} in its name.`)

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
  const tests = new Set(chosen.flatMap((mistake) => testsOf(place.folder, mistake)))
  const failing = await failingTests(place, [...tests].toSorted())
  if (failing.length > 0) {
    console.error(`Tests fail without any mistake:\n  ${failing.join('\n  ')}`)
    return 1
  }
  console.log(`The tests pass as they are (${secondsSince(since).toFixed(0)} s)`)
  let killed = 0
  for (const mistake of chosen) {
    const { state, by, seconds } = await tryMistake(place, mistake)
    if (state === 'killed') killed += 1
    const shown = state === 'survived' ? 'SURVIVED' : state
    console.log(`${shown} (${seconds.toFixed(0)} s) ${mistake.name}${by === '' ? '' : `: ${by}`}`)
  }
  console.log(`${killed} passed, ${chosen.length - killed} failed`)
  return killed === chosen.length ? 0 : 1
}
