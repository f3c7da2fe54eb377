import { run, secondsSince } from './run.ts'

type Check = { name: string; command: string; args: string[] }

/** With paths, lint and format look at these files alone. */
const paths = process.argv.slice(2)
const only = paths.length > 0 ? ['--no-error-on-unmatched-pattern', ...paths] : []
const checks: Check[] = [
  { name: 'types', command: 'tsc', args: ['--build', '--pretty'] },
  { name: 'lint', command: 'oxlint', args: only },
  { name: 'format', command: 'oxfmt', args: ['--check', ...only] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  { name: 'rules and wording', command: 'vitest', args: ['run', '--project', 'tools', 'tools/lint'] },
]

const since = performance.now()
const failed = (await Promise.all(checks.map(show))).filter(Boolean)
console.log(
  `${checks.length - failed.length} checks passed, ${failed.length} failed (${secondsSince(since).toFixed(1)} s)`,
)
process.exit(failed.length === 0 ? 0 : 1)

/** Shows the result as soon as it is there, what was said only if it matters; true means failed. */
async function show({ name, command, args }: Check): Promise<boolean> {
  const { code, output, seconds } = await run(command, args, { output: 'kept' })
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(`${output.trimEnd()}\n`)
  return code !== 0
}
