// One message to 10,000 fans, and how long a chat message takes beside it: `npm run bench -- broadcast`. With --check it
// fails when that is more than RATIO_MAX times as long as before.
import assert from 'node:assert/strict'
import { median } from '@vesper/sync/bench/statistics.ts'
import { v7 } from 'uuid'
import { saveBroadcast, sendBroadcast } from '../domains/reach/broadcasts/commands.ts'
import { sendDueBroadcasts } from '../domains/reach/broadcasts/send-due.ts'
import { transact } from '../infra/database/transaction.ts'
import { converse, makePerson } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'

const [FANS, MESSAGES, GIVE_UP_MS] = [10_000, 150, 15 * 60_000]
const RATIO_MAX = 1.5

const server = await startBenchServer()
const { app } = server
const [creator, talker, friend, fan] = [
  await makePerson(server, 'creator', true),
  await makePerson(server, 'talker', true),
  await makePerson(server, 'friend'),
  await makePerson(server, 'fan'),
]
const conversationId = await converse(server, talker, friend)
await app.orm.em.fork().execute(
  `with fans as (
     insert into "user" select (jsonb_populate_record(u, jsonb_build_object(
       'id', gen_random_uuid(), 'username', 'many_' || n, 'email', 'many_' || n || '@bench.test'
     ))).* from "user" u, generate_series(1, ?) n where u.id = ? returning id
   ) insert into follow (follower_id, performer_id, created_at) select id, ?, now() from fans`,
  [FANS, fan.id, creator.id],
)
const before = await milliseconds()
const id = v7()
await transact(app, creator.actor, (tx) => saveBroadcast(tx, { _id: id, changes: { text: 'To all of you' } }))
await transact(app, creator.actor, (tx) => sendBroadcast(tx, { id, version: 1, count: FANS }))
await app.orm.em.fork().execute('update broadcast set goes_at = now() where id = ?', [id])
void app.jobs.wake(sendDueBroadcasts)
const began = performance.now()
const beside: number[] = []
while ((await state()) !== 'sent') {
  assert(performance.now() - began < GIVE_UP_MS, 'it takes too long')
  beside.push(await milliseconds())
}
const seconds = (performance.now() - began) / 1000
const [row] = await app.orm.em
  .fork()
  .execute<{ count: number }[]>(
    'select count(distinct conversation_id)::int as count from message where broadcast_id = ?',
    [id],
  )
const after = await milliseconds()
const alone = median([before, after])
const ratio = median(beside) / alone
process.stdout.write(
  `${row?.count} of ${FANS} sent in ${seconds.toFixed(0)} s, ${(FANS / seconds).toFixed(0)} a second
a chat message alone ${alone.toFixed(1)} ms, beside it ${median(beside).toFixed(1)} ms: ${ratio.toFixed(2)} times\n`,
)
await server.stop()
if (row?.count !== FANS || (process.argv.includes('--check') && ratio > RATIO_MAX)) process.exitCode = 1

async function state(): Promise<string | undefined> {
  const [found] = await app.orm.em.fork().execute<{ state: string }[]>('select state from broadcast where id = ?', [id])
  return found?.state
}

/** How long one message of a chat takes. Median. */
async function milliseconds(): Promise<number> {
  const samples: number[] = []
  for (let n = 0; n < MESSAGES; n += 1) {
    const body = JSON.stringify({ _id: v7(), text: `message ${n}` })
    const headers = { authorization: `Bearer ${friend.token}`, 'content-type': 'application/json' }
    const sent = performance.now()
    const answer = await fetch(`${server.url}/api/messages/conversations/${conversationId}`, {
      ...{ method: 'POST', headers, body },
    })
    assert.equal(answer.status, 201)
    await answer.text()
    samples.push(performance.now() - sent)
  }
  return median(samples)
}
