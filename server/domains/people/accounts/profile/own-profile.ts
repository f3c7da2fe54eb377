import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { App } from '../../../../app.ts'
import type { User } from '../entity.ts'
import { profileView } from '../views.ts'

/** Reads an account as it sees itself, with the parts that other domains know. */
export async function readOwnProfile({ domains }: App, em: SqlEntityManager, user: User): Promise<Profile> {
  const profile = profileView(user)
  for (const partOf of domains.profileParts) Object.assign(profile, await partOf(em, user))
  return profile
}
