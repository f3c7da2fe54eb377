import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

/** Benches that fail by a bound of their own. */
const bounded: Record<string, RegExp> = {
  'server/bench/broadcast.bench.ts': /> RATIO_MAX\)\) process\.exitCode = 1/,
  'server/bench/feed.bench.ts': /> GROWTH_MAX\) {\n[^\n]*\n  process\.exitCode = 1/,
  'server/bench/history.bench.ts': /<= MOST\)\) process\.exitCode = 1/,
  'server/bench/live-chat.bench.ts':
    /> P95_MAX\) fail\([^]*> CPU_MAX\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/live-posts.bench.ts':
    /missing > 0\) fail\([^]*> RATIO_MAX\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/logins.bench.ts': /> MOST\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/media.bench.ts': /ratio >= min && ratio <= max\)\) process\.exitCode = 1/,
  'server/bench/nodes.bench.ts': /throughput >= RATIO_MIN\)\) process\.exitCode = 1/,
  'server/bench/pause.bench.ts': /> PAUSE_MAX_MS \|\| worst > LOOK_MAX_MS\) process\.exitCode = 1/,
  'server/bench/pooler.bench.ts': /throughput >= RATIO_MIN\)\) process\.exitCode = 1/,
  'server/bench/reads.bench.ts': /> RATIO_MAX\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/rolling.bench.ts':
    /failed\.length > 0\) fail\([^]*lost[^]*> 0\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/rtc.bench.ts':
    /> LOST_MAX\) fail\([^]*> HELD_UP_MAX_MS\) fail\([^]*function fail[^]*process\.exitCode = 1/,
  'server/bench/stars.bench.ts': /twice > 0\) fail\([^]*> RATIO_MAX\) fail\([^]*function fail[^]*process\.exitCode = 1/,
}

/** Benches whose ratios have yet to be stored, on a quiet machine: they fail until then. */
const unstored = new Set([
  'client/e2e/bench/cold-start.bench.ts',
  'client/e2e/bench/live-delivery.bench.ts',
  'client/e2e/bench/thread.bench.ts',
  'tools/lighthouse.ts',
])

const benches = [
  ...globSync('{sync,server}/bench/*.bench.ts', { cwd: root }),
  ...globSync('client/e2e/bench/*.bench.ts', { cwd: root }),
  'tools/lighthouse.ts',
].toSorted()

test('all benches are known', () => {
  expect(benches).toHaveLength(23)
})

test.each(benches)('%s can fail: it compares with stored ratios, or has a bound', (bench) => {
  const source = readFileSync(join(root, bench), 'utf8')
  const bound = bounded[bench]
  if (bound) return expect(source).toMatch(bound)
  const fault = faultOf(bench, source)
  if (unstored.has(bench)) expect(fault).toMatch('--store')
  else expect(fault).toBeNull()
  if (unstored.has(bench)) expect(source).toContain('compareRatios')
})

test('rejects a bench that stores nothing, and one that does not compare', () => {
  expect(faultOf('server/bench/none.bench.ts', "compareRatios({ file: 'none.ratios.json' })")).toMatch('--store')
  expect(faultOf('server/bench/sync.bench.ts', 'process.stdout.write(figure)')).toMatch('does not compare')
})

/** Why the bench cannot fail, or null. */
function faultOf(bench: string, source: string): string | null {
  const stored = bench.replace(/(\.bench)?\.ts$/, '.ratios.json')
  if (!existsSync(join(root, stored))) return `${stored} is missing. Run: npm run bench -- ${bench} --store`
  const ratios = Object.values(JSON.parse(readFileSync(join(root, stored), 'utf8')) as Record<string, unknown>)
  if (ratios.length === 0 || ratios.some((ratio) => typeof ratio !== 'number')) return `${stored} has no ratios.`
  const isCompared =
    source.includes(`'${stored.split('/').at(-1)}'`) && /compareRatios|lastingRegressions|kindsBelow/.test(source)
  return isCompared ? null : `${bench} does not compare its figures with ${stored}.`
}
