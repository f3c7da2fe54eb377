import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { KEY_VARIABLES } from './infra/crypto/require-same-keys.ts'
import type { ServerKeys } from './infra/crypto/require-same-keys.ts'
import { readOrMakeSecretFile } from './infra/database/secret-file.ts'
import { StartupError } from './startup-error.ts'

/** The keys of the configuration. A server of its own makes a key that is not set, once, and keeps it in its data directory. */
export type Keys = Record<keyof ServerKeys, readonly [Uint8Array, ...Uint8Array[]]>

/** The keys that are set apart: links are signed with those of sessions. */
type Given = Exclude<keyof ServerKeys, 'media'>

/** Files of the data directory. */
const FILES: Record<Given, string> = { session: 'secret', details: 'details-key', vapid: 'vapid-key' }

const HOW = {
  session: 'openssl rand -hex 32',
  details: 'openssl rand -hex 32',
  vapid: `openssl rand 32 | basenc --base64url | tr -d '='`,
} satisfies Record<Given, string>

/**
 * Throws `StartupError` where a server in production would make a key although it may share its database with other servers.
 * A key that an earlier version made in this data directory counts: the database knows whether it is the one in use.
 */
export function openKeys(config: Config): Keys {
  const { jwtSecrets, detailsKeys, vapidPrivateKeys, dataDir } = config
  const given = { session: jwtSecrets && encoded(jwtSecrets), details: detailsKeys, vapid: vapidPrivateKeys }
  const pathOf = (purpose: Given) => join(dataDir, FILES[purpose])
  const missing = (['session', 'details', 'vapid'] as const).filter(
    (purpose) => given[purpose] === null && sharesKeys(config) && !existsSync(pathOf(purpose)),
  )
  if (missing.length > 0) throw new StartupError(explain(missing))
  const kept = (purpose: Given) => readOrMakeSecretFile(pathOf(purpose))
  const session = given.session ?? [kept('session')]
  return {
    ...{ session, media: session },
    details: given.details ?? [kept('details')],
    vapid: given.vapid ?? [kept('vapid')],
  }
}

/** True for a server that may be one of several. */
export function sharesKeys({ environment, databaseUrl }: Config): boolean {
  return environment === 'production' && databaseUrl !== null
}

function encoded([first, ...others]: readonly [string, ...string[]]): [Uint8Array, ...Uint8Array[]] {
  const encoder = new TextEncoder()
  return [encoder.encode(first), ...others.map((secret) => encoder.encode(secret))]
}

function explain(missing: readonly Given[]): string {
  return [
    'With DATABASE_URL, production needs keys that all servers of the database share. Make each once, and keep it:',
    ...missing.map((purpose) => `  ${KEY_VARIABLES[purpose]}   ${HOW[purpose]}`),
  ].join('\n')
}
