import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { StartupError } from '../../startup-error.ts'
import { KeyUse } from './entity.ts'
import type { KeyPurpose } from './entity.ts'

/** The keys of this server; of several, the first one signs and seals. */
export type ServerKeys = Record<KeyPurpose, readonly Uint8Array[]>

/** The variable that holds the keys of each purpose. */
export const KEY_VARIABLES: Record<KeyPurpose, string> = {
  session: 'JWT_SECRET',
  details: 'DETAILS_KEY',
  vapid: 'VAPID_PRIVATE_KEY',
}

/** Any fixed number: servers that start together on one database take turns by it. */
const KEYS_LOCK = 7_210_002

/**
 * Notes the keys of a server in its database. Throws `StartupError` where the database is used with a key that this server
 * lacks: it could not read the bank details that others sealed, and would end their sessions and push subscriptions.
 */
export async function requireSameKeys(orm: MikroORM, keys: ServerKeys, now: Date): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [KEYS_LOCK])
    const used = await em.find(KeyUse, {})
    const lacking = purposesOf(keys).filter((purpose) => {
      const own = idsOf(purpose, keys)
      return used.some((use) => use.purpose === purpose && !own.includes(use.keyId))
    })
    if (lacking.length > 0) throw new StartupError(explain(lacking))
    for (const purpose of purposesOf(keys)) {
      const [keyId] = idsOf(purpose, keys)
      const isNoted = used.some((use) => use.purpose === purpose && use.keyId === keyId)
      if (keyId !== undefined && !isNoted) em.create(KeyUse, { purpose, keyId, since: now })
    }
  })
}

function purposesOf(keys: ServerKeys): KeyPurpose[] {
  return Object.keys(keys) as KeyPurpose[]
}

function idsOf(purpose: KeyPurpose, keys: ServerKeys): string[] {
  return keys[purpose].map((key) =>
    createHash('sha256').update(`vesper key of ${purpose}`).update(key).digest('base64url').slice(0, 22),
  )
}

function explain(purposes: readonly KeyPurpose[]): string {
  const names = purposes.map((purpose) => KEY_VARIABLES[purpose]).join(', ')
  return [
    `The database is used with another ${names}. All servers of a database need the same keys.`,
    `Set ${names} as on the other servers. To change one for good, run: npm run admin -- keys forget ${purposes[0]}`,
  ].join('\n')
}
