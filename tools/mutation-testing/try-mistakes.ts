import { secondsSince } from '../run.ts'
import { testsOf } from './plant-mistake.ts'
import { plantedMistakes } from './planted-mistakes.ts'
import { failingTests, tryMistake } from './try-mistake.ts'
import type { Place } from './try-mistake.ts'

/** Plants the mistakes of the list that have one of the words in their name, in turn. Answers whether tests noticed each. */
export async function tryMistakes(place: Place, words: readonly string[]): Promise<boolean> {
  const chosen = plantedMistakes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) throw new Error(`No planted mistake has ${words.join(' or ')} in its name.`)
  const since = performance.now()
  const tests = new Set(chosen.flatMap((mistake) => testsOf(place.folder, mistake)))
  const failing = await failingTests(place, [...tests].toSorted())
  if (failing.length > 0) {
    console.error(`Tests fail without any mistake:\n  ${failing.join('\n  ')}`)
    return false
  }
  console.log(`The tests pass as they are (${secondsSince(since).toFixed(0)} s)`)
  let killed = 0
  for (const mistake of chosen) {
    const { state, by, seconds } = await tryMistake(place, mistake)
    if (state === 'killed') killed += 1
    const shown = state === 'survived' ? 'SURVIVED' : state
    console.log(`${shown} (${seconds.toFixed(0)} s) ${mistake.name}${by === '' ? '' : `: ${by}`}`)
  }
  console.log(`${killed} planted mistakes noticed, ${chosen.length - killed} not`)
  return killed === chosen.length
}
