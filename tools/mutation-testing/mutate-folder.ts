import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, start } from '../run.ts'
import { endOf } from './end-of.ts'
import type { Target } from './target.ts'
import type { Place } from './try-mistake.ts'

/** The share of mutants that tests notice. A folder below `break` fails. */
const THRESHOLDS = { high: 85, low: 70, break: 60 }

/** Reports and the results of the last run, by folder. Git ignores them. */
const REPORTS = join(root, 'reports/mutation')

/**
 * Runs Stryker on the sources of a target in the copy of the checkout. Results of mutants whose source and tests did not change
 * are taken from the last run. Answers whether the score reached the threshold.
 */
export async function mutateFolder(place: Place, target: Target): Promise<boolean> {
  const name = target.path.replaceAll('/', '-')
  await mkdir(REPORTS, { recursive: true })
  const config = join(place.folder, 'tmp/stryker.json')
  await writeFile(config, JSON.stringify(optionsOf(target, name)))
  const env = { TMPDIR: join(place.folder, 'tmp'), TEST_POSTGRES: JSON.stringify(place.postgres) }
  const stryker = start('stryker', ['run', config], { cwd: place.folder, env, output: 'shown', isGroup: true })
  const code = await endOf(stryker, place.signal)
  place.signal.throwIfAborted()
  return code === 0
}

function optionsOf(target: Target, name: string): object {
  const { sources, tests } = target
  return {
    // The copy has its own links to the workspaces, which a sandbox within it would not have.
    inPlace: true,
    tempDirName: 'tmp/stryker',
    mutate: sources,
    testFiles: tests,
    testRunner: 'vitest',
    vitest: { related: false, pool: poolOf(target) },
    coverageAnalysis: 'perTest',
    // Texts and SQL: an empty one says nothing of the tests.
    mutator: { excludedMutations: ['StringLiteral'] },
    disableTypeChecks: false,
    concurrency: Math.max(1, Math.min(4, availableParallelism() - 1)),
    // A machine under load is slow, and a mutant that is only slow would count as noticed.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 15,
    incremental: true,
    incrementalFile: join(REPORTS, `${name}.json`),
    htmlReporter: { fileName: join(REPORTS, `${name}.html`) },
    reporters: ['clear-text', 'html'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: process.stdout.isTTY },
    thresholds: THRESHOLDS,
    allowConsoleColors: process.stdout.isTTY,
  }
}

/** Threads start sooner than processes, and each mutant starts one. Native modules of the server want a process. */
function poolOf({ path, tests }: Target): string {
  if (path.split('/')[0] === 'client') return 'vmThreads'
  return tests.some((test) => test.endsWith('.pg.test.ts')) ? 'forks' : 'threads'
}
