import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeUpload } from '../../../content/assets/testing/asset.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../../people/staff/roles.ts'

/** An account with a part of staff, whose desk opens. */
export async function makeStaff(server: TestServer, name: string, role: StaffRoleName): Promise<Person> {
  const person = await makePerson(server, name)
  await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
  await addFactor(server, person.id)
  return person
}

/** Calls of the desk of a server, each in a session that has just stepped up. */
export function deskOf(server: TestServer) {
  return async ({ actor, token }: Person, target: Parameters<typeof call>[1], body?: unknown) => {
    await elevate(server, actor.sessionId)
    return call(server, target, { token, ...(body !== undefined && { body }) })
  }
}

/** A decision of staff with its words; `given` says the kind. */
export function decision(given: object = {}) {
  return { _id: randomUUID(), ground: 'terms', clause: 'spam', facts: 'It sells watches.', ...given }
}

/** An upload of the account, for a message, with its bytes. */
export async function newPhoto(server: TestServer, { id }: Person): Promise<string> {
  const fileId = await makeUpload(server, id, { purpose: 'message' })
  const path = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'photo')
  await writeFile(path, new Uint8Array(1_000))
  await server.app.storage.put(fileId, 'original', path)
  return fileId
}
