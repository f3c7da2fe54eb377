// Searches over 100,000 posts: the 95th percentile of the call in relation to that of its bare statements, for words in all
// posts, in few and in none: `npm run bench -- search`.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import { addFoundContent } from '../domains/community/search/testing/found-content.ts'
import { findPosts } from '../domains/content/posts/find-posts.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'

const [CREATORS, POSTS, CALLS] = [1000, 100, 60]
const page = { current: 1, pageSize: 24 }

const server = await startBenchServer()
const fan = await makePerson(server, 'fan')
await addFoundContent(server.app, { followerId: fan.id, creators: CREATORS, posts: POSTS })
const worse = await compareRatios({ file: join(import.meta.dirname, 'search.ratios.json'), measure })
for (const sentence of worse) process.stdout.write(`✗ ${sentence}\n`)
if (worse.length > 0) process.exitCode = 1
await server.stop()

/** Times that the call takes in relation to its bare statements, by searched words. */
async function measure(): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {}
  for (const q of ['words', 'lanterns', 'أغنية', 'words lanterns', 'nothingness']) {
    const asked = { words: searchWords(q), viewer: { userId: fan.id, now: new Date() } }
    const bare = await percentile(() => findPosts(server.app.orm.em.fork(), asked, page))
    const whole = await percentile(() => search(q))
    process.stdout.write(`${q.padEnd(20)} ${whole.toFixed(1).padStart(7)} ms, bare SQL ${bare.toFixed(1)} ms\n`)
    ratios[q] = whole / bare
  }
  return ratios
}

async function search(q: string): Promise<void> {
  const answer = await fetch(`${server.url}/api/search?in=posts&q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${fan.token}` },
  })
  assert.equal(answer.status, 200)
  await answer.text()
}

/** How long the work takes in 95 of 100 cases at most, in milliseconds. */
async function percentile(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    await work()
    samples.push(performance.now() - began)
  }
  return samples.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? Number.NaN
}
