// 2,000 sockets that hear of a post, and a chat of two beside it: `npm run bench -- live-posts`. The sockets live in a process of
// their own, which measures from publishing to each of them. With --check it fails above the bounds below.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { converse, makePerson, say } from '../infra/sync/testing/person.ts'
import type { Person } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'
import type { FollowerCrowd, Heard } from './follower-crowd.ts'

/** Milliseconds from publishing to the last socket, median of the posts, beside milliseconds of one message in the same run. */
const RATIO_MAX = 12
const SOCKETS = 2_000
const POSTS = 15

// All at once: the bench is of that.
const server = await startBenchServer({ pokesPerSecond: SOCKETS })
const creator = await makePerson(server, 'creator', true)
const fans: Person[] = []
for (let n = 0; n < SOCKETS; n += 1) fans.push(await makePerson(server, `fan_${n}`))
const follow = `insert into follow (follower_id, performer_id, created_at) select id::uuid, ?, now() from json_array_elements_text(?::json) id`
await server.app.orm.em.fork().execute(follow, [creator.id, JSON.stringify(fans.map(({ id }) => id))])
const before = process.memoryUsage().rss
const crowd = fork(fileURLToPath(new URL('follower-crowd.ts', import.meta.url)))
const tokens = fans.map(({ token }) => token)
crowd.send({ url: server.url, tokens, space: spaceOfPerformer(creator.id) } satisfies FollowerCrowd)
await told('open')
const bytesEach = (process.memoryUsage().rss - before) / SOCKETS

const [writer] = fans
if (!writer) throw new Error('there are no fans')
const conversation = await converse(server, creator, writer)
const posts: Heard[] = []
const messages: number[] = []
for (let n = 0; n < POSTS; n += 1) {
  await publish(n)
  const began = performance.now()
  await say(server, writer, { to: conversation, text: `Beside post ${n}` })
  messages.push(performance.now() - began)
  posts.push(await told('heard'))
}
crowd.kill()
const [median, last, beside] = [
  mid(posts.map(({ p50 }) => p50)),
  mid(posts.map((heard) => heard.last)),
  mid(messages),
] as const
const missing = posts.reduce((sum, { sockets }) => sum + SOCKETS - sockets, 0)
process.stdout.write(
  [
    `${SOCKETS} sockets, ${POSTS} posts: from publishing to half of them ${Math.round(median)} ms, to the last ${Math.round(last)} ms`,
    `a message beside it: ${beside.toFixed(1)} ms; a socket and its account: ${Math.round(bytesEach / 1000)} kB`,
    `sockets that heard nothing: ${missing}`,
    '',
  ].join('\n'),
)
if (missing > 0) fail('Sockets missed a post.')
if (last / beside > RATIO_MAX) fail('The last socket hears far later than a message takes.')
await server.stop()

async function publish(n: number): Promise<void> {
  const body = JSON.stringify({ text: `Post ${n}`, access: 'public' })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${creator.token}` }
  crowd.send('publishing')
  const answer = await fetch(`${server.url}/api/performer/feeds`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`a post was not published: ${answer.status} ${await answer.text()}`)
}

/** The next word of the crowd. */
async function told(kind: 'open' | 'heard'): Promise<Heard> {
  const [said] = (await once(crowd, 'message', { signal: AbortSignal.timeout(120_000) })) as [Heard]
  if (said.kind !== kind) throw new Error(`the crowd said ${said.kind}`)
  return said
}

function mid(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function fail(sentence: string): void {
  process.stdout.write(`✗ ${sentence}\n`)
  process.exitCode = 1
}
