// The home feed of an account that follows 200 creators, at 10,000 and at 1,000,000 posts: `npm run bench -- feed`. With
// --check it fails when the larger one takes more than GROWTH_MAX times as long.
import assert from 'node:assert/strict'
import { median } from '@vesper/sync/bench/statistics.ts'
import { addFollowedFeeds } from '../domains/content/posts/testing/followed-feeds.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'

const [CREATORS, ROUNDS, CALLS] = [200, 5, 40]
const GROWTH_MAX = 1.5

const server = await startBenchServer()
const sizes = await Promise.all(
  [10_000, 1_000_000].map(async (posts) => {
    const fan = await makePerson(server, `fan_${posts}`)
    return { posts, token: fan.token, followerId: fan.id }
  }),
)
for (const { posts, followerId } of sizes) {
  await addFollowedFeeds(server.app, { followerId, creators: CREATORS, posts: posts / CREATORS })
}
const settings = await milliseconds('/settings/public')
report('settings, for comparison', settings)
const [small, large] = await inTurn(
  sizes.map(
    ({ token }) =>
      () =>
        milliseconds('/user/feeds', token),
  ),
)
assert(small !== undefined && large !== undefined)
sizes.forEach(({ posts }, n) => report(`home feed of ${posts.toLocaleString('en')} posts`, [small, large][n] ?? 0))
await server.stop()
if (process.argv.includes('--check') && large / small > GROWTH_MAX) {
  process.stdout.write(`✗ the cost of the home feed grows with its posts: ${(large / small).toFixed(2)} times\n`)
  process.exitCode = 1
}

/** Each of these in turn, then all of them again. Medians. */
async function inTurn(works: readonly (() => Promise<number>)[]): Promise<number[]> {
  const samples = works.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, work] of works.entries()) samples[n]?.push(await work())
  }
  return samples.map(median)
}

/** How long one call takes. Median. */
async function milliseconds(path: string, token?: string): Promise<number> {
  const samples: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const answer = await fetch(`${server.url}/api${path}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    assert.equal(answer.status, 200)
    await answer.text()
    samples.push(performance.now() - began)
  }
  return median(samples)
}

function report(what: string, figure: number): void {
  process.stdout.write(
    `${what.padEnd(40)} ${figure.toFixed(1).padStart(6)} ms, ${(figure / settings).toFixed(1)} times settings\n`,
  )
}
