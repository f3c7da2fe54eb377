import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { buildClient } from './build-client.ts'
import { root, run, secondsSince } from './run.ts'

type Bench = { name: string; command: string; args: string[] }

const given = process.argv.slice(2)
const wanted = given.filter((part) => !part.startsWith('--'))
/** For the bench itself: with --store the ratios of this run become those that later runs are compared with. */
const isStoring = given.includes('--store')
/** For the bench of use: minutes of it before its memory is looked at, as in --minutes=10. */
const minutes = given.find((part) => part.startsWith('--minutes='))?.split('=')[1] ?? ''
const options = [...given.filter((part) => part.startsWith('--')), ...(isStoring ? [] : ['--check'])]
const benches = [...(await programs()), ...(await inBrowser()), lighthouse()].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
if (benches.length === 0) throw new Error(`No bench has a name with ${wanted.join(' or ')} in it.`)

await buildClient()
const failed: string[] = []
const env = { BENCH_STORE: isStoring ? '1' : '', BENCH_MINUTES: minutes }
for (const { name, command, args } of benches) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { code } = await run(command, args, { output: 'shown', env })
  if (code !== 0) failed.push(name)
  console.log(`── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${secondsSince(began).toFixed(1)} s`)
}
console.log(`\n${benches.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

/** Benches that are programs: each prints its figures. With `--check` it ends with 1 when a ratio is worse than stored. */
async function programs(): Promise<Bench[]> {
  return (await files('{sync,server}/bench/*.bench.ts')).map((file) => ({
    name: file,
    command: 'node',
    args: [file, ...options],
  }))
}

/** Benches in Chromium, which are Playwright's tests. */
async function inBrowser(): Promise<Bench[]> {
  const args = ['test', '--config', 'client/playwright.config.ts', '--project=bench']
  return (await files('client/e2e/bench/*.bench.ts')).map((file) => ({
    name: file,
    command: 'playwright',
    args: [...args, basename(file)],
  }))
}

function lighthouse(): Bench {
  return { name: 'lighthouse', command: 'node', args: ['tools/lighthouse.ts'] }
}

async function files(pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(pattern, { cwd: root })) found.push(file)
  return found.sort()
}
