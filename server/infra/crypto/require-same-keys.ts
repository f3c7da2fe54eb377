import type { MikroORM } from '@mikro-orm/postgresql'
import { StartupError } from '../../startup-error.ts'
import { KeyUse, keyPurposes } from './entity.ts'
import type { KeyPurpose } from './entity.ts'
import { keyIdOf } from './key-ring.ts'

/** The keys of this server; of several, the first one signs and seals. */
export type ServerKeys = Record<KeyPurpose, readonly Uint8Array[]>

/** The variable that holds the keys of each purpose. */
export const KEY_VARIABLES: Record<KeyPurpose, string> = {
  session: 'JWT_SECRET',
  media: 'JWT_SECRET',
  details: 'DETAILS_KEY',
  vapid: 'VAPID_PRIVATE_KEY',
}

/** Any fixed number: servers that start together on one database take turns by it. */
const KEYS_LOCK = 7_210_002

/**
 * Notes the first keys of a server in its database, and since when they write. Throws `StartupError` where the database is used with a key that this server
 * lacks: it could not read the bank details that others sealed, and would end their sessions and push subscriptions. Keys
 * that were retired may be missing.
 */
export async function requireSameKeys(orm: MikroORM, keys: ServerKeys, now: Date): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [KEYS_LOCK])
    const noted = await em.find(KeyUse, {})
    const lacking = noted.filter(
      ({ purpose, keyId, retiredAt }) => retiredAt === null && !idsOf(purpose, keys).includes(keyId),
    )
    if (lacking.length > 0) throw new StartupError(explain(lacking))
    for (const purpose of keyPurposes) {
      const [keyId] = idsOf(purpose, keys)
      const own = noted.find((use) => use.purpose === purpose && use.keyId === keyId)
      const isLatest = noted.every((use) => use.purpose !== purpose || (own && use.since <= own.since))
      if (own) Object.assign(own, { retiredAt: null, ...(!isLatest && { since: now }) })
      else if (keyId !== undefined) em.create(KeyUse, { purpose, keyId, since: now })
    }
  })
}

/** The fingerprints of the keys that this server signs and seals with. */
export function firstKeyIds(keys: ServerKeys): Record<KeyPurpose, string> {
  const first = (purpose: KeyPurpose): string => idsOf(purpose, keys)[0] ?? ''
  return { session: first('session'), media: first('media'), details: first('details'), vapid: first('vapid') }
}

function idsOf(purpose: KeyPurpose, keys: ServerKeys): string[] {
  return keys[purpose].map((key) => keyIdOf(purpose, key))
}

function explain(lacking: readonly { purpose: KeyPurpose; keyId: string }[]): string {
  const names = [...new Set(lacking.map(({ purpose }) => KEY_VARIABLES[purpose]))].join(', ')
  return [
    `The database is used with another ${names}. All servers of a database need the same keys.`,
    ...lacking.map(({ purpose, keyId }) => `  missing for ${purpose}: the key ${keyId}`),
    `Set ${names} as on the other servers. To change a key, put the new one before it, and later run:`,
    `  npm run admin -- keys retire ${lacking[0]?.purpose} ${lacking[0]?.keyId}`,
  ].join('\n')
}
