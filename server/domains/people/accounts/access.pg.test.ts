import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { signIn } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from './entity.ts'
import { accessTable, roles } from './testing/access-table.ts'
import type { AccessRow, Role } from './testing/access-table.ts'
import { ask, IN_NORWAY, IN_SWEDEN, makeAccessWorld, PRIVATE } from './testing/access-world.ts'
import type { AccessWorld, Answer } from './testing/access-world.ts'

/** The creator and the content of the creator. */
const CONTENT = 'creator post paid poll gallery photo photoInGallery video product book file comment stream'.split(' ')

let server: TestServer
let world: AccessWorld

beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: 1, payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
  })
  world = await makeAccessWorld(server)
}, 120_000)
afterAll(() => server.stop())

/** A column of the table, or one that follows from another: dead sessions, and a visitor from a blocked country. */
type Caller = Role | 'expired' | 'revoked' | 'visitor of a blocked country'

describe.for(accessTable)('%s', ([target, expected, given = {}]) => {
  const codes = new Map(roles.map((role, at) => [role, Number(expected.split(' ')[at])]))
  const nobody = codes.get('nobody') ?? 0
  // A token that was good once is told so also at the desk.
  const dead = target.includes(' /desk/') ? 401 : nobody
  const callers: (readonly [Caller, number])[] = [
    ...codes,
    ...([
      ['expired', dead],
      ['revoked', dead],
    ] as const),
    ['visitor of a blocked country', nobody === 401 ? 401 : (codes.get('country') ?? 0)],
  ]
  test.for(callers)('as %s: %i', async ([caller, status]) => {
    const before = await users()
    const answer = await callAs(caller, { target, body: given.body })
    expect(answer.status, answer.text).toBe(status)
    if (status >= 400) {
      expect(JSON.parse(answer.text)).toMatchObject({
        ...{ statusCode: status, message: expect.any(String) as unknown, error: expect.any(String) as unknown },
      })
      expect(await users()).toEqual(before)
    }
    expectNames(answer, { caller, given })
  })
})

test('every call of the API is in the table', () => {
  const unnamed = (target: string) => target.replace(/\?.*/, '').replaceAll(/\{\w+\}|access\.\w+/g, '{}')
  const listed = new Set(accessTable.map(([target]) => unnamed(target)))
  const fits = (target: string) =>
    listed.has(unnamed(target)) ||
    [...listed].some((row) => new RegExp(`^${unnamed(target).replaceAll('{}', '[^/]+')}$`).test(row))
  const missing = domains.routes.map(({ method, path }) => `${method} ${path}`).filter((target) => !fits(target))
  expect(missing).toEqual([])
})

async function callAs(caller: Caller, { target, body }: { target: AccessRow[0]; body: unknown }): Promise<Answer> {
  const fresh: Record<string, string> = { ...world.things, new: v7() }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => fresh[name] ?? whole)
  const ip = caller === 'country' || caller === 'visitor of a blocked country' ? IN_NORWAY : IN_SWEDEN
  const asked =
    body === undefined || body instanceof FormData ? body : (JSON.parse(fill(JSON.stringify(body))) as unknown)
  return ask(server, { token: await tokenOf(caller), ip })(fill(target) as typeof target, asked)
}

async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === 'nobody' || caller === 'visitor of a blocked country') return undefined
  if (caller === 'expired' || caller === 'revoked') return world.dead[caller]
  // Each call has a session of its own: some end theirs.
  return (await signIn(server, world.people[caller].user)).token
}

/** Nobody but the owner reads the private fields; those who are blocked find nothing of the creator in any answer. */
function expectNames({ status, text }: Answer, { caller, given }: { caller: Caller; given: AccessRow[2] & {} }): void {
  if (caller !== 'owner') expect(Object.values(PRIVATE).filter((secret) => text.includes(secret))).toEqual([])
  const { names, told = [] } = given
  const isShut = caller === 'blocked' || caller === 'country' || caller === 'visitor of a blocked country'
  if (caller === 'other' && names !== undefined && status === 200) expect(text).toContain(world.things[names])
  if (!isShut || told.some((role) => role === caller)) return
  expect(CONTENT.filter((name) => text.includes(world.things[name] ?? ''))).toEqual([])
}

/** All accounts, but for the country of their latest call. */
async function users(): Promise<object[]> {
  const all = await server.app.orm.em.fork().find(User, {}, { orderBy: { id: 'asc' } })
  return all.map((user) => ({ ...user, countrySeen: null, updatedAt: null }))
}
