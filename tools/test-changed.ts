// For daily work: the checks, and the tests that a change concerns. `npm test` runs them all.
import { changedTests } from './changed-tests.ts'
import { root, run, secondsSince } from './run.ts'

type Step = { name: string; command: string; args: string[]; env?: Record<string, string> }

const PASSING = ['--run', '--passWithNoTests']

const since = performance.now()
const base = await baseOfChange()
const files = await changedFiles(base)
console.log(`${files.length} changed files since ${base.slice(0, 10)}.`)
const tests = changedTests(files)
const failed: string[] = []
for (const { name, command, args, env } of steps()) {
  console.log(`\n── ${name}`)
  const { code, seconds } = await run(command, args, { output: 'shown', env: env ?? {} })
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  if (code !== 0) failed.push(name)
}
console.log(`\nAll in ${secondsSince(since).toFixed(1)} s${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`)
process.exit(failed.length === 0 ? 0 : 1)

function steps(): Step[] {
  if (files.length === 0) return [{ name: 'check', command: 'node', args: ['tools/check.ts'] }]
  const check: Step = { name: 'check', command: 'node', args: ['tools/check.ts', ...files.filter(isLinted)] }
  const { related, server, browser } = tests
  const vitest = (name: string, args: string[]): Step => ({ name, command: 'vitest', args: [...args, ...PASSING] })
  // Nearly every test on PostgreSQL imports the whole server: those are chosen by domain.
  const withoutServer = { WITHOUT_POSTGRES: '1' }
  return [
    check,
    ...(related.length > 0 ? [{ ...vitest('related tests', ['related', ...related]), env: withoutServer }] : []),
    ...(server.length > 0 ? [vitest('server tests', ['--project', 'server', ...server])] : []),
    ...(browser.length > 0 ? [browserStep(browser)] : []),
  ]
}

function isLinted(file: string): boolean {
  return /\.(tsx?|mjs|js|json|md|css)$/.test(file)
}

function browserStep(names: readonly string[]): Step {
  const files = names.map((name) => `/${name}\\.e2e\\.ts$`)
  const args = ['test', '--config', 'client/playwright.config.ts', '--project=e2e', ...files]
  return { name: `browser tests: ${names.join(', ')}`, command: 'playwright', args }
}

/**
 * Where the change began: the nearest base at the remote or on `main`. Without commits of its own and with nothing changed in
 * the checkout, the last commit.
 */
async function baseOfChange(): Promise<string> {
  const bases: { commit: string; distance: number }[] = []
  for (const branch of ['origin/main', 'main']) {
    const { code, output } = await run('git', ['merge-base', 'HEAD', branch], { output: 'kept' })
    if (code === 0) bases.push({ commit: output.trim(), distance: await commitsSince(output.trim()) })
  }
  const nearest = bases.toSorted((a, b) => a.distance - b.distance)[0]
  if (nearest && (nearest.distance > 0 || (await changedFiles(nearest.commit)).length > 0)) return nearest.commit
  const { code, output } = await run('git', ['rev-parse', 'HEAD^'], { output: 'kept' })
  return code === 0 ? output.trim() : 'HEAD'
}

async function commitsSince(base: string): Promise<number> {
  const { output } = await run('git', ['rev-list', '--count', `${base}..HEAD`], { output: 'kept' })
  return Number(output)
}

/** Committed since `from`, changed or new in the checkout; what was removed has no tests. */
async function changedFiles(from: string): Promise<string[]> {
  const lists = [
    ['diff', '--name-only', '--diff-filter=d', '--relative', from],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const outputs = await Promise.all(lists.map((args) => run('git', args, { cwd: root, output: 'kept' })))
  const bad = outputs.find(({ code }) => code !== 0)
  if (bad) throw new Error(`git cannot tell what changed:\n${bad.output}`)
  return [...new Set(outputs.flatMap(({ output }) => output.split('\n').filter(Boolean)))].toSorted()
}
