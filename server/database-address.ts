import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { variable } from './variable.ts'

const { integer, url } = variable

/** The variables of the database. */
export const databaseVariables = {
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/name')),
  DATABASE_PASSWORD: v.optional(v.string()),
  DATABASE_CA_FILE: v.optional(
    v.pipe(
      v.string(),
      v.check((path) => existsSync(path), 'must name a file of certificates'),
    ),
  ),
  DATABASE_DIRECT_URL: v.optional(url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/name')),
  MIGRATE: v.optional(v.picklist(['start', 'wait', 'off'], 'must be start, wait or off'), 'start'),
  DATABASE_POOL: integer('20', 2, 500),
}

type Address = {
  DATABASE_URL?: string | undefined
  DATABASE_PASSWORD?: string | undefined
  DATABASE_CA_FILE?: string | undefined
}

/**
 * The address of the database with the password and the certificate that are set beside it; null without DATABASE_URL. With a
 * certificate, the server at the other end has to show one that it signed, for its own name.
 */
export function databaseAddress(env: Address): string | null {
  return env.DATABASE_URL === undefined ? null : completeAddress(env.DATABASE_URL, env)
}

/** The same for any address of the database, such as the one past a pooler. */
export function completeAddress(
  address: string,
  { DATABASE_PASSWORD: password, DATABASE_CA_FILE: certificate }: Omit<Address, 'DATABASE_URL'>,
): string {
  if (password === undefined && certificate === undefined) return address
  const url = new URL(address)
  // `URL` leaves some signs of a password as they are that `pg` takes for escapes.
  if (password !== undefined) url.password = encodeURIComponent(password)
  if (certificate !== undefined) {
    url.searchParams.set('sslmode', 'verify-full')
    url.searchParams.set('sslrootcert', resolve(certificate))
  }
  return url.href
}

/** The database's part of the configuration. */
export function databaseConfigOf(
  env: Address & { DATABASE_DIRECT_URL?: string | undefined; DATABASE_POOL: number; MIGRATE: 'start' | 'wait' | 'off' },
) {
  const direct = env.DATABASE_DIRECT_URL
  return {
    databaseUrl: databaseAddress(env),
    databaseDirectUrl: direct === undefined ? null : completeAddress(direct, env),
    databasePool: env.DATABASE_POOL,
    migrate: env.MIGRATE,
  }
}
