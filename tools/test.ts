import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'
import { findChromium } from './find-chromium.ts'
import { root, run, secondsSince } from './run.ts'

type Count = { passed: number; failed: number }
type Step = { name: string; take: () => Promise<Count> }

/** Figures that a busy machine does not change. */
const COMPARED = ['--quick', '--engines=dexie,ours', '--only=reconnect,size', '--check']

// The next hundred processes reuse the code that one has compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node')

const reports = await mkdtemp(join(tmpdir(), 'vesper-test-'))
const steps: Step[] = [
  { name: 'check', take: () => program('node', ['tools/check.ts']) },
  // Found once, here, for all that follows: a test of the server opens a browser, too.
  { name: 'browser', take: () => succeeds(() => findChromium('light')) },
  { name: 'unit and server tests', take: unitTests },
  { name: 'build', take: () => succeeds(buildClient) },
  { name: 'size budgets', take: () => program('node', ['tools/size.ts']) },
  { name: 'end-to-end tests', take: endToEndTests },
  { name: 'the engine beside Dexie', take: () => program('node', ['sync/bench/peers.bench.ts', ...COMPARED]) },
]

const since = performance.now()
const total: Count = { passed: 0, failed: 0 }
for (const [index, { name, take }] of steps.entries()) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { passed, failed } = await take()
  total.passed += passed
  total.failed += failed
  console.log(`── ${name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${secondsSince(began).toFixed(1)} s`)
  if (failed === 0) continue
  const left = steps.slice(index + 1).map((step) => step.name)
  if (left.length > 0) console.log(`Stopped there; not run: ${left.join(', ')}.`)
  break
}
await rm(reports, { recursive: true, force: true })
console.log(`\nAll in ${secondsSince(since).toFixed(1)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Counts as one. */
async function program(command: string, args: string[]): Promise<Count> {
  const { code } = await run(command, args, { output: 'shown' })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function succeeds(work: () => Promise<unknown>): Promise<Count> {
  try {
    await work()
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function unitTests(): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run('vitest', ['run', ...reporters], { output: 'shown' })
  const { numPassedTests = 0, numFailedTests = 0 } = await read<{ numPassedTests: number; numFailedTests: number }>(
    report,
  )
  return failedAtLeastOnce(code, { passed: numPassedTests, failed: numFailedTests })
}

async function endToEndTests(): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const args = ['test', '--config', 'client/playwright.config.ts', '--project=e2e', '--reporter', 'list,json']
  const { code } = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, output: 'shown' })
  const { stats } = await read<{ stats: { expected: number; unexpected: number } }>(report)
  return failedAtLeastOnce(code, { passed: stats?.expected ?? 0, failed: stats?.unexpected ?? 0 })
}

/** A runner may also fail outside of any test: in its set-up, or by an error that nobody awaited. */
function failedAtLeastOnce(code: number, { passed, failed }: Count): Count {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** The runner's own report; empty when it never came to run a test. */
async function read<Report>(path: string): Promise<Partial<Report>> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Partial<Report>
}
