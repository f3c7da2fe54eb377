import { createRequire } from 'node:module'
import { open } from 'maxmind'
import type { Reader, Response } from 'maxmind'
import type { Logger } from 'pino'

/** Files of MaxMind and of others name a country in one of two ways. */
type Located = Response & { country_code?: unknown; country?: { iso_code?: unknown } }

const OWN = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** One process may run several apps, and a file takes some megabytes. */
const readers = new Map<string, Promise<Reader<Located>>>()

/**
 * Opens the table that tells the countries of addresses, without a network: the file at `path`, else the one that comes
 * with the server. Without a file that can be read, no country is known.
 */
export async function openCountries(path: string | null, log: Logger): Promise<(ip: string) => string | null> {
  try {
    const file = path ?? createRequire(import.meta.url).resolve(OWN)
    const reader = await read(file)
    return (ip) => countryIn(reader, ip)
  } catch (error) {
    log.warn({ err: error }, 'the countries of addresses are unknown')
    return () => null
  }
}

function read(file: string): Promise<Reader<Located>> {
  const known = readers.get(file) ?? open<Located>(file)
  readers.set(file, known)
  known.catch(() => readers.delete(file))
  return known
}

/** Private addresses are in no country. */
function countryIn(reader: Reader<Located>, ip: string): string | null {
  const located = reader.get(ip)
  const code = located?.country_code ?? located?.country?.iso_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}
