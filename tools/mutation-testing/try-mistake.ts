import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlantedMistake } from '../../server/testing/planted-mistakes/planted-mistake.ts'
import type { TestPostgres } from '../../server/testing/postgres.ts'
import { secondsSince, start } from '../run.ts'
import { endOf } from './end-of.ts'
import { plantMistake, testsOf } from './plant-mistake.ts'

/** One mistake takes so long at most. A mistake that hangs is noticed by that. */
const LIMIT_SECONDS = 180

/** `by` names the test that failed, or tells why nothing can be said. */
export type Outcome = { state: 'killed' | 'survived' | 'could not run'; by: string; seconds: number }

/** A copy of the checkout, and a PostgreSQL with all migrations. */
export type Place = { folder: string; postgres: TestPostgres; signal: AbortSignal }

type Report = {
  numFailedTests: number
  numPassedTests: number
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Puts a mistake into the copy of the checkout, runs its tests, and takes it out again. */
export async function tryMistake(place: Place, mistake: PlantedMistake): Promise<Outcome> {
  const planted = plantMistake(place.folder, mistake)
  if (typeof planted === 'string') return { state: 'could not run', by: planted, seconds: 0 }
  const path = join(place.folder, planted.path)
  const since = performance.now()
  await writeFile(path, planted.mutated)
  try {
    // A mutated migration needs tables of its own.
    const isShared = !planted.path.includes('/migrations/')
    const args = [...testsOf(place.folder, mistake), '--bail=1']
    const end = await runTests(place, args, { seconds: LIMIT_SECONDS, isShared })
    return { ...outcomeOf(end), seconds: secondsSince(since) }
  } finally {
    await writeFile(path, planted.source)
  }
}

/** The titles of tests that fail as the checkout stands: they would prove nothing. */
export async function failingTests(place: Place, tests: readonly string[]): Promise<string[]> {
  const { report } = await runTests(place, [...tests], { seconds: LIMIT_SECONDS * tests.length, isShared: true })
  if (!report) return ['The tests could not run.']
  const broken = report.testResults.filter(({ message }) => message !== '').map(({ message }) => message)
  return [...failed(report), ...broken]
}

type Ended = { report: Report | null; isLate: boolean; code: number }

async function runTests(
  { folder, postgres, signal }: Place,
  args: string[],
  { seconds, isShared }: { seconds: number; isShared: boolean },
): Promise<Ended> {
  const outputFile = join(folder, 'tmp/report.json')
  await rm(outputFile, { force: true })
  const cache = ['--fsModuleCache', `--fsModuleCachePath=${join(folder, 'tmp/modules')}`]
  const reports = ['--reporter=json', `--outputFile=${outputFile}`]
  const limit = AbortSignal.timeout(seconds * 1000)
  const env = { TMPDIR: join(folder, 'tmp'), ...(isShared && { TEST_POSTGRES: JSON.stringify(postgres) }) }
  const vitest = start('vitest', ['run', '--project=server', ...args, ...cache, ...reports], {
    ...{ cwd: folder, env, output: 'kept', isGroup: true },
  })
  const code = await endOf(vitest, AbortSignal.any([limit, signal]))
  signal.throwIfAborted()
  const text = await readFile(outputFile, 'utf8').catch(() => null)
  return { report: text === null ? null : (JSON.parse(text) as Report), isLate: limit.aborted, code }
}

function outcomeOf({ report, isLate, code }: Ended): Omit<Outcome, 'seconds'> {
  if (isLate) return { state: 'killed', by: `time: it took over ${LIMIT_SECONDS} s` }
  const [first] = report ? failed(report) : []
  if (first !== undefined) return { state: 'killed', by: first }
  if (!report || report.numPassedTests === 0) {
    return { state: 'could not run', by: report?.testResults.find(({ message }) => message)?.message ?? 'no test ran' }
  }
  return code === 0 ? { state: 'survived', by: '' } : { state: 'killed', by: 'an error outside of the tests' }
}

function failed({ testResults }: Report): string[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
}
