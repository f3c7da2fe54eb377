// A creator with 100,000 subscribers pauses, and the jobs look for renewals meanwhile: `npm run bench -- pause`. It fails when
// the pause raises the spaces of subscribers, takes more than PAUSE_MAX_MS, or a look at what is due more than LOOK_MAX_MS.
import { v7 } from 'uuid'
import { Subscription } from '../domains/money/subscriptions/entity.ts'
import { subscribe } from '../domains/money/subscriptions/purchase/subscribe.ts'
import { remindDue } from '../domains/money/subscriptions/renewal/remind.ts'
import { renewDue } from '../domains/money/subscriptions/renewal/renew.ts'
import { offer, purchaseOf } from '../domains/money/subscriptions/testing/subscribe.ts'
import { transact } from '../infra/database/transaction.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../infra/sync/testing/test-device.ts'
import { startBenchServer } from './bench-server.ts'

const FANS = 100_000
const [PAUSE_MAX_MS, LOOK_MAX_MS] = [60_000, 5_000]

const server = await startBenchServer()
const { app } = server
const [creator, fan] = [await makePerson(server, 'creator', true), await makePerson(server, 'fan')]
await offer(server, creator, { isFree: true })
await transact(app, fan.actor, (tx) => subscribe(tx, purchaseOf(creator.id, { type: 'free', price: 0 })))
// The terms of all end within the days of the pause.
await app.orm.em.fork().execute(
  `with fans as (
     insert into "user" select (jsonb_populate_record(u, jsonb_build_object(
       'id', gen_random_uuid(), 'username', 'many_' || n, 'email', 'many_' || n || '@bench.test'
     ))).* from "user" u, generate_series(1, ?) n where u.id = ? returning id
   ), subscribed as (
     insert into subscription select (jsonb_populate_record(s, jsonb_build_object(
       'id', gen_random_uuid(), 'user_id', fans.id, 'renewal_id', gen_random_uuid(),
       'anchor', now() - interval '20 days', 'due_at', now() + random() * interval '10 days'
     ))).* from subscription s, fans where s.user_id = ? returning user_id
   ) insert into membership select (jsonb_populate_record(m, jsonb_build_object(
       'id', gen_random_uuid(), 'user_id', subscribed.user_id
     ))).* from membership m, subscribed where m.user_id = ?`,
  [FANS, fan.id, fan.id, fan.id],
)
await app.orm.em.fork().execute('analyze')
const device = new TestDevice(server, creator)
await device.syncAll()
const [changesBefore, _id] = [await changes(), v7()]
const pauseMs = await milliseconds(() =>
  device.sync([mutation('pause.plan', { _id, startsAt: null, days: 30, askedAt: new Date().toISOString() })]),
)
const raised = (await changes()) - changesBefore
const looks = { 'in the pause': 5, 'right after the pause': 30.0001 }
const lines = [`the pause of ${FANS} subscribers: ${pauseMs.toFixed(0)} ms, ${raised} space raised`]
let worst = 0
for (const [when, days] of Object.entries(looks)) {
  const later = { ...app, clock: () => new Date(Date.now() + days * 86_400_000) }
  const due = await app.orm.em.fork().count(Subscription, { performerId: creator.id, dueAt: { $lte: later.clock() } })
  let found = 0
  const ms = await milliseconds(async () => {
    found = (await renewDue(later, stopAtOnce())) + (await remindDue(later, stopAtOnce()))
  })
  worst = Math.max(worst, ms)
  lines.push(`${when}: a look at ${due} terms that would be over takes ${ms.toFixed(0)} ms, and finds ${found}`)
}
process.stdout.write(`${lines.join('\n')}\n`)
await server.stop()
if (raised > 1 || pauseMs > PAUSE_MAX_MS || worst > LOOK_MAX_MS) process.exitCode = 1

async function changes(): Promise<number> {
  const sql = 'select sum(version)::int as count from space'
  const [row] = await app.orm.em.fork().execute<{ count: number }[]>(sql)
  return row?.count ?? 0
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Lets a job look once, and work at nothing that is due. */
function stopAtOnce(): AbortSignal {
  let looks = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => (looks += 1) > 1 })
}
