import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import type { App } from '../../app.ts'
import { createAccount } from '../../domains/people/accounts/commands.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { hashPassword } from '../../domains/people/accounts/passwords/passwords.ts'
import { setFollow } from '../../domains/people/follows/commands.ts'
import { Performer } from '../../domains/people/performers/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../infra/database/transaction.ts'
import { keepPortrait } from '../../infra/files/uploads/keep-upload.ts'
import { seedComments } from '../comments.ts'
import { seedConversation } from '../conversations.ts'
import { seedDrafts } from '../drafts.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { landscape } from './artwork.ts'
import { DEMO_PASSWORD, demoConversations, demoFollows, demoPeople } from './people.ts'
import type { DemoPerson } from './people.ts'
import { seedPosts } from './posts.ts'
import { seedCart, seedProducts } from './products.ts'
import { seedReactions } from './reactions.ts'

/** Makes three creators and three fans, for tests and benches. Existing rows stay as they are. */
export async function seedSmall(app: App): Promise<void> {
  const accounts = await seedAccounts(app)
  await Promise.all(demoPeople.map((person) => seedPortraits(app, person, must(accounts.get(person.username)))))
  for (const follows of demoFollows) await seedFollows(app, follows, accounts)
  await seedProducts(app, accounts)
  await seedCart(app, accounts)
  await seedDrafts(app, accounts)
  await seedPosts(app, accounts)
  await seedReactions(app, accounts)
  await seedComments(app, { fans: ['fan1', 'fan2', 'fan3'].map((name) => must(accounts.get(name))), things: 8 })
  for (const conversation of demoConversations) await seedConversation(app, conversation, accounts)
}

async function seedAccounts(app: App): Promise<Map<string, User>> {
  const hashes = await Promise.all(
    demoPeople.map(() => hashPassword({ password: DEMO_PASSWORD, form: 'plain' }, 'demo')),
  )
  const users = await transact(app, null, async (tx) => {
    const made: User[] = []
    for (const [n, person] of demoPeople.entries()) made.push(await seedAccount(tx, person, must(hashes[n])))
    return made
  })
  return new Map(users.map((user, n) => [must(demoPeople[n]).username, user]))
}

async function seedAccount(tx: Tx, { username, name, bio, creator }: DemoPerson, passwordHash: string): Promise<User> {
  const email = `${username}@demo.test`
  const existing = await tx.em.findOne(User, { email })
  if (existing) return existing
  const user = await createAccount(tx, { username, email, name, bio, passwordHash, isPerformer: creator !== null })
  user.emailVerifiedAt = tx.now
  const row = { userId: user.id, verification: 'approved', sellerKind: 'trader' } as const
  if (creator) tx.em.create(Performer, { ...row, ...creator, createdAt: tx.now, updatedAt: tx.now })
  return user
}

async function seedFollows(
  app: App,
  { fan, creators }: (typeof demoFollows)[number],
  accounts: ReadonlyMap<string, User>,
): Promise<void> {
  await transact(app, actingAs(must(accounts.get(fan))), async (tx) => {
    for (const creator of creators) {
      await setFollow(tx, { performerId: must(accounts.get(creator)).id, following: true })
    }
  })
}

async function seedPortraits(app: App, { palette, creator }: DemoPerson, user: User): Promise<void> {
  const actor = actingAs(user)
  if (!user.avatarFileId)
    await paint(app, actor, { kind: 'avatar', svg: landscape(palette, { width: 512, height: 512 }) })
  if (!creator || user.coverFileId) return
  await paint(app, actor, { kind: 'cover', svg: landscape(palette, { width: 1500, height: 500 }) })
}

async function paint(app: App, actor: Actor, { kind, svg }: { kind: 'avatar' | 'cover'; svg: string }): Promise<void> {
  const path = app.storage.workPath()
  try {
    await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toFile(path)
    await keepPortrait(app, actor, { path, size: 0, kind })
  } finally {
    await rm(path, { force: true })
  }
}
