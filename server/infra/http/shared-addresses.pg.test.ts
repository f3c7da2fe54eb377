import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { jpegWithPlace, upload } from '../files/testing/media-server.ts'
import { makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'

let server: TestServer
let fan: Person

beforeAll(async () => {
  server = await startTestServer({ config: { rateLimits: 'on' } })
  fan = await makePerson(server, 'shared.fan')
})
afterAll(() => server.stop())

/** Runs `work` so many times, ten at once: more under way are refused. */
async function inBatches(times: number, work: () => Promise<void>): Promise<void> {
  for (let left = times; left > 0; left -= 10) await Promise.all(Array.from({ length: Math.min(10, left) }, work))
}

async function statuses(target: `GET /${string}`, calls: number, token?: string): Promise<Record<number, number>> {
  const counted: Record<number, number> = {}
  await inBatches(calls, async () => {
    const { status } = await call(server, target, { token })
    counted[status] = (counted[status] ?? 0) + 1
  })
  return counted
}

test.each([
  ['GET /settings/public', 120],
  ['GET /performers/user/search', 120],
] as const)('%s counts by account: the others of an address are not kept out', async (target, points) => {
  expect(await statuses(target, points + 5, fan.token)).toEqual({ 200: points, 429: 5 })
  const other = await makePerson(server, `other.${points}.${target.length}`)
  expect(await statuses(target, 5, other.token)).toEqual({ 200: 5 })
  expect(await statuses(target, points + 5)).toEqual({ 200: points + 5 })
})

test('a call that names no limit has one all the same', async () => {
  expect(await statuses('GET /users/me', 610, fan.token)).toEqual({ 200: 600, 429: 10 })
})

test('logins stay limited by address, with a token too', async () => {
  const login = async (token?: string) =>
    (await call(server, 'POST /auth/login', { token, body: { username: 'nobody', password: 'x' } })).status
  const seen = []
  for (let time = 0; time < 31; time += 1) seen.push(await login())
  expect(seen.at(-1)).toBe(429)
  expect(await login(fan.token)).toBe(429)
})

test('the probes have a limit', async () => {
  const seen = new Set<number>()
  await inBatches(601, async () => void seen.add((await fetch(`${server.url}/ready`)).status))
  expect([...seen]).toEqual([200, 429])
})

test('stored files count by the account of their viewer', async () => {
  const given = { token: fan.token, bytes: await jpegWithPlace() }
  const { body } = await upload(server, '/messages/private/file', given)
  const headers = { authorization: `Bearer ${fan.token}` }
  const first = await fetch(server.url + body.file?.url, { headers })
  const again = { headers: { ...headers, 'if-none-match': String(first.headers.get('etag')) } }
  const seen: Record<number, number> = {}
  await inBatches(1_500, async () => {
    const { status } = await fetch(server.url + body.file?.url, again)
    seen[status] = (seen[status] ?? 0) + 1
  })
  expect(seen).toEqual({ 304: 1_499, 429: 1 })
}, 20_000)
