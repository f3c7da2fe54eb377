import type { App } from '../../app.ts'
import { Unavailable } from './limits/unavailable.ts'

const MAINTENANCE_WAIT_S = 60
/** Somebody who travels comes back in days. */
const COUNTRY_WAIT_S = 3_600

/**
 * Refuses while the site is closed: for work (detail `maintenance`), or to the country of this address (detail `geo-blocked`).
 * Both are `unavailable`, which devices try again: changes that were made offline are kept until the site is open.
 * `ip`: null for a caller whose address tells nothing of the viewer's country, which was looked at before.
 */
export async function requireOpen({ settings, countryOf }: App, ip: string | null): Promise<void> {
  // Without settings, nothing else can be read either: that is refused in its own words.
  const { maintenance, blockedCountries } = await settings
    .read()
    .catch(() => ({ maintenance: false, blockedCountries: [] }))
  if (maintenance)
    throw closed('maintenance', 'The site is closed for work. Please try again in a few minutes.', MAINTENANCE_WAIT_S)
  const country = ip !== null && blockedCountries.length > 0 ? countryOf(ip) : null
  if (country !== null && blockedCountries.some((blocked) => blocked === country))
    throw closed('geo-blocked', 'The site is not available in your country.', COUNTRY_WAIT_S)
}

function closed(path: 'maintenance' | 'geo-blocked', message: string, waitSeconds: number): Unavailable {
  return new Unavailable(message, waitSeconds, [{ path, message }])
}
