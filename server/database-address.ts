import { resolve } from 'node:path'

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
