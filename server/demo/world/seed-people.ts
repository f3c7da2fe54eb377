import type { App } from '../../app.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { hashPassword } from '../../domains/people/accounts/passwords/passwords.ts'
import { Performer } from '../../domains/people/performers/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { must } from '../find-demo-rows.ts'
import { DEMO_PASSWORD } from '../small/people.ts'
import { worldCreators } from './creators.ts'
import { demoId } from './demo-id.ts'
import { CLOSED_FAN, worldFans } from './fans.ts'
import { createPictureRows } from './picture-rows.ts'
import type { WorldPicture } from './pictures.ts'

const DAY_MS = 86_400_000

type Person = { username: string; name: string; bio: string; creator?: { country: string; dateOfBirth: string } }

/** Makes the accounts of the world with the rows of their pictures; those that are there stay as they are. */
export async function seedPeople(app: App, pictures: readonly WorldPicture[]): Promise<Map<string, User>> {
  // One for all of them: each takes a good part of a second.
  const passwordHash = await hashPassword({ password: DEMO_PASSWORD, form: 'plain' }, 'demo')
  const people: Person[] = [
    ...worldCreators.map(({ country, dateOfBirth, ...person }) => ({ ...person, creator: { country, dateOfBirth } })),
    ...worldFans,
  ]
  return transact(app, null, async (tx) => {
    const emails = people.map(({ username }) => emailOf(username))
    const known = await tx.em.find(User, { email: { $in: emails } })
    const users = new Map(known.map((user) => [user.email ?? '', user]))
    const fresh = people.filter(({ username }) => !users.has(emailOf(username)))
    for (const [n, person] of fresh.entries()) {
      users.set(emailOf(person.username), createPerson(tx, person, { n, passwordHash }))
    }
    await tx.em.flush()
    const accounts = new Map(people.map(({ username }) => [username, must(users.get(emailOf(username)))]))
    const owners = new Set(fresh.map(({ username }) => username))
    const theirs = pictures.filter(({ purpose, owner }) => isPortrait(purpose) && owners.has(owner))
    createPictureRows(tx, theirs, accounts)
    return accounts
  })
}

function createPerson(tx: Tx, person: Person, { n, passwordHash }: { n: number; passwordHash: string }): User {
  const { username, name, bio, creator } = person
  // Creators were there before their first post; fans came all through the year.
  const createdAt = new Date(tx.now.getTime() - (creator ? 345 + n : 340 - n * 5) * DAY_MS)
  const user = tx.em.create(User, {
    ...{ id: demoId(username, 'account'), username, email: emailOf(username), name, bio, passwordHash },
    ...{ isPerformer: creator !== undefined, emailVerifiedAt: createdAt, createdAt, updatedAt: createdAt },
    status: username === CLOSED_FAN ? 'deactivated' : 'active',
    avatarFileId: demoId(username, 'avatar'),
    coverFileId: creator ? demoId(username, 'cover') : null,
  })
  const dates = { createdAt, updatedAt: createdAt }
  const facts = { verification: 'approved', sellerKind: n % 4 === 3 ? 'private' : 'trader' } as const
  if (creator) tx.em.create(Performer, { userId: user.id, ...facts, ...creator, ...dates })
  return user
}

function isPortrait(purpose: WorldPicture['purpose']): boolean {
  return purpose === 'avatar' || purpose === 'cover'
}

function emailOf(username: string): string {
  return `${username}@demo.test`
}
