import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../accounts/testing/api.ts'
import { addFactor, elevate } from '../../factors/testing/add-factor.ts'
import { grantRole } from '../roles.ts'

let count = 0

/** An account with a part of staff and a second factor. */
export async function makeStaff(server: TestServer, role: StaffRoleName): Promise<Person> {
  const person = await makePerson(server, `${role}.desk.${(count += 1)}`)
  await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
  await addFactor(server, person.id)
  return person
}

/** A call of the desk in a session that has just stepped up. */
export async function atDesk(
  { server, by: { token, actor } }: { server: TestServer; by: Person },
  target: Parameters<typeof call>[1],
  body?: unknown,
): ReturnType<typeof call> {
  await elevate(server, actor.sessionId)
  return call(server, target, { token, ...(body !== undefined && { body }) })
}

/** The same person in another session. */
export function otherSession(server: TestServer, { user }: Person): Promise<Person> {
  return signIn(server, user)
}
