// Calls of signed-in readers beside 200 logins a second with unknown names, against the same calls alone in the same run:
// `npm run bench -- logins`. Passwords are hashed in processes of their own, so that readers hardly wait.
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '@vesper/sync/bench/statistics.ts'
import { call, makeAccount, tokenOf } from '../domains/people/accounts/testing/api.ts'
import { startBenchServer } from './bench-server.ts'

const [READERS, LOGINS_A_SECOND, ROUNDS, SECONDS] = [8, 200, 3, 3]
/** The readers' 95th percentile beside the logins may be so many times as long as without. */
const MOST = 3

const server = await startBenchServer()
await makeAccount(server, { username: 'reader' })
const token = await tokenOf(server, 'reader')
await measure(null)

const ratios: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const alone = await measure(null)
  const statuses = new Map<number, number>()
  const beside = await measure(statuses)
  ratios.push(beside / alone)
  const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
  print(`readers’ p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside logins (${answers})`)
  for (const status of statuses.keys()) if (status !== 401 && status !== 503) fail(`a login was answered ${status}`)
}
print(`${median(ratios).toFixed(2)} times as long beside the logins, at most ${MOST}`)
if (median(ratios) > MOST) fail('logins with unknown names hold signed-in readers up')
await server.stop()

/** The 95th percentile of the readers' calls in milliseconds; `statuses` counts the answers of the logins beside them. */
async function measure(statuses: Map<number, number> | null): Promise<number> {
  const end = performance.now() + SECONDS * 1_000
  const times: number[] = []
  const read = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      const { status } = await call(server, 'GET /users/me', { token })
      if (status !== 200) fail(`a reader was answered ${status}`)
      times.push(performance.now() - began)
    }
  }
  await Promise.all([...Array.from({ length: READERS }, read), ...(statuses ? [logIn(statuses, end)] : [])])
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
}

async function logIn(statuses: Map<number, number>, end: number): Promise<void> {
  const asked: Promise<void>[] = []
  const began = performance.now()
  while (performance.now() < end) {
    const due = ((performance.now() - began) / 1_000) * LOGINS_A_SECOND
    while (asked.length < due) asked.push(attempt(statuses, asked.length))
    await pause(5)
  }
  await Promise.all(asked)
}

async function attempt(statuses: Map<number, number>, n: number): Promise<void> {
  const { status } = await call(server, 'POST /auth/login', {
    body: { username: `nobody${n}`, password: 'long enough' },
  })
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(sentence: string): void {
  print(`✗ ${sentence}`)
  process.exitCode = 1
}
