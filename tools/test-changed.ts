// For daily work: the checks, and the tests that a change concerns. `npm test` runs them all.
import { changedTests } from './changed-tests.ts'
import { root, run, secondsSince } from './run.ts'

type Step = { name: string; command: string; args: string[] }

const since = performance.now()
const base = await baseOfChange()
const files = await changedFiles(base)
console.log(`${files.length} changed files since ${base.slice(0, 10)}.`)
const tests = changedTests(files)
const failed: string[] = []
for (const { name, command, args } of steps()) {
  console.log(`\n── ${name}`)
  const { code, seconds } = await run(command, args, { output: 'shown' })
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  if (code !== 0) failed.push(name)
}
console.log(`\nAll in ${secondsSince(since).toFixed(1)} s${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`)
process.exit(failed.length === 0 ? 0 : 1)

function steps(): Step[] {
  const check: Step = { name: 'check', command: 'node', args: ['tools/check.ts'] }
  if (files.length === 0) return [check]
  const { related, server, browser } = tests
  const vitest = (name: string, args: string[]): Step => ({ name, command: 'vitest', args })
  const passing = ['--run', '--passWithNoTests']
  // Nearly every test on PostgreSQL imports the whole server: those are chosen by domain.
  const withoutServer = ['--exclude', '**/*.pg.test.ts']
  return [
    check,
    ...(related.length > 0 ? [vitest('related tests', ['related', ...related, ...passing, ...withoutServer])] : []),
    ...(server.length > 0 ? [vitest('server tests', ['--project', 'server', ...server, ...passing])] : []),
    ...(browser.length > 0 ? [browserStep(browser)] : []),
  ]
}

function browserStep(names: readonly string[]): Step {
  const args = ['test', '--config', 'client/playwright.config.ts', '--project=e2e', ...names]
  return { name: 'browser tests', command: 'playwright', args }
}

/** Where the change began: the branch's base at the remote or on `main`; without commits of its own, the last commit. */
async function baseOfChange(): Promise<string> {
  for (const branch of ['origin/main', 'main']) {
    const { code, output } = await run('git', ['merge-base', 'HEAD', branch], { output: 'kept' })
    if (code === 0) return output.trim()
  }
  return 'HEAD'
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
