import { run, secondsSince } from './run.ts'

type Check = { name: string; command: string; args: string[] }

const checks: Check[] = [
  { name: 'types', command: 'tsc', args: ['--build', '--pretty'] },
  { name: 'lint', command: 'oxlint', args: [] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
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
