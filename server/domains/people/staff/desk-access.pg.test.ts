import { randomUUID } from 'node:crypto'
import { permissionsOf, staffRoles } from '@vesper/sync/vesper/api/staff.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { resolveActor } from '../../../infra/sessions/sessions.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { addFactor, elevate } from '../factors/testing/add-factor.ts'
import { grantRole, revokeRole } from './roles.ts'
import { deskTable } from './testing/desk-table.ts'
import type { DeskRow } from './testing/desk-table.ts'

let server: TestServer
const people = new Map<string, Person>()
/** The answer of a call that is not there. */
const NOTHING = { statusCode: 404, message: 'There is nothing here.', error: 'Not Found' }

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['fan', 'creator', 'revoked', 'factorless', ...staffRoles])
    people.set(name, await makePerson(server, `desk.${name}`, name === 'creator'))
  for (const role of staffRoles) await give(role, role)
  // One admin has to stay.
  await give('revoked', 'admin')
  await give('factorless', 'admin')
  for (const [name, { id }] of people) if (name !== 'factorless') await addFactor(server, id)
  await transact(server.app, null, (tx) => revokeRole(tx, { userId: people.get('revoked')?.id ?? '', role: 'admin' }))
})
afterAll(() => server.stop())

test('every call of the desk is in the table, with the permission that its route asks for', () => {
  const declared = domains.routes.filter(({ path }) => path.startsWith('/desk/'))
  const unnamed = (target: string) => target.replaceAll(/\{\w+\}|\?.*/g, (part) => (part.startsWith('{') ? '{}' : ''))
  const inTable = new Map(
    deskTable.map(([target, needs, given]) => [unnamed(target), [needs, given?.isFresh === true]]),
  )
  const inRoutes = declared.map(
    ({ method, path, needs, fresh }) => [unnamed(`${method} ${path}`), [needs, fresh !== undefined]] as const,
  )
  expect(inTable).toEqual(new Map(inRoutes))
})

describe.for(deskTable)('%s', (row) => {
  const [, needs, { status = 200, isFresh = false } = {}] = row

  test.for(['nobody', 'forged', 'fan', 'creator', 'revoked'])('to %s it is not there', async (name) => {
    const before = await written()
    expect((await ask(row, await tokenFor(name))).body).toEqual(NOTHING)
    expect(await written()).toEqual(before)
  })

  test.for(staffRoles)('%s', async (role) => {
    const may = permissionsOf([role]).includes(needs)
    const isStaff = permissionsOf([role]).length > 0
    const before = await written()
    const answer = await ask(row, await tokenFor(role, { isElevated: true }))
    expect(answer.status).toBe(may ? status : 404)
    if (may) return
    expect(answer.body).toEqual(NOTHING)
    // Nothing but the note that staff tried.
    const after = await written()
    expect(after).toEqual({ ...before, audit: before.audit + (isStaff ? 1 : 0) })
  })

  test('without a second factor it stays closed', async () => {
    const before = await written()
    const answer = await ask(row, await tokenFor('factorless', { isElevated: true }))
    expect(answer).toMatchObject({ status: 403, body: { details: [{ path: 'factor' }] } })
    expect(await written()).toEqual(before)
  })

  test('without a step-up the desk is not open', async () => {
    const before = await written()
    const answer = await ask(row, await tokenFor('admin'))
    expect(answer).toMatchObject({ status: 403, body: { details: [{ path: 'stepUp', message: 'code' }] } })
    expect(await written()).toEqual(before)
  })

  test('in an open desk, an old step-up is enough where nothing fresh is asked for', async () => {
    const token = await tokenFor('admin', { isElevated: true })
    await call(server, 'GET /desk/me', { token })
    await age(token)
    const before = await written()
    const answer = await ask(row, token)
    expect(answer.status).toBe(isFresh ? 403 : status)
    if (isFresh) expect(await written()).toEqual(before)
  })
})

/** A session of its own for each call. */
async function tokenFor(name: string, { isElevated = false } = {}): Promise<string | undefined> {
  if (name === 'nobody') return undefined
  if (name === 'forged') return 'forged'
  const person = people.get(name) ?? expect.fail(name)
  const { token } = await signIn(server, person.user)
  if (isElevated) await elevate(server, (await resolveActor(server.app, token)).sessionId)
  return token
}

/** The step-up of the session was six minutes ago. */
async function age(token: string | undefined): Promise<void> {
  const { sessionId } = await resolveActor(server.app, token ?? '')
  await server.app.orm.em
    .fork()
    .execute(`update session set elevated_until = elevated_until - interval '6 minutes' where id = ?`, [sessionId])
}

function ask([target, , given]: DeskRow, token: string | undefined) {
  const fill = (text: string) =>
    text
      .replaceAll('{new}', () => randomUUID())
      .replaceAll('{fan}', 'desk.fan')
      .replaceAll('{mail}', 'creator-approved')
      .replaceAll('{language}', 'en')
  const body = given?.body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(given.body))) as unknown)
  return call(server, fill(target) as `GET /${string}`, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
  })
}

async function written(): Promise<{ audit: number; approvals: number; roles: number }> {
  const [counts] = await server.app.orm.em.fork().execute<{ audit: number; approvals: number; roles: number }[]>(
    `select (select seq from audit_head) as audit, (select count(*)::int from approval) as approvals,
       (select count(*)::int from staff_role where revoked_at is null) as roles`,
  )
  return counts ?? expect.fail('no counts')
}

function give(name: string, role: (typeof staffRoles)[number]): Promise<void> {
  return transact(server.app, null, (tx) => grantRole(tx, { userId: people.get(name)?.id ?? '', role }))
}
