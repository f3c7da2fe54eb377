/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'

export const SHELL = '/index.html'

/** The headers of a page that decide what it may load, send and be embedded in. */
const DECISIVE = [
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]

/**
 * Gives the kept page the headers that the server sends with it now: settings change them without a new version of the app.
 * The page itself stays as it is, since its scripts are those that are kept beside it.
 *
 * @returns the new decisive headers, one a line; null when they have not changed, or the server's page cannot be had
 */
export async function renewShell(): Promise<string | null> {
  const key = getCacheKeyForURL(SHELL)
  const cache = await caches.open(cacheNames.precache)
  const kept = key && (await cache.match(key))
  if (!kept) return null
  // A copy of the browser's own cache would have the headers of before.
  const answer = await fetch(SHELL, { method: 'HEAD', cache: 'no-store' })
  if (!answer.ok || answer.redirected || !answer.headers.get('content-type')?.startsWith('text/html')) return null
  const headers = new Headers(kept.headers)
  for (const name of DECISIVE) {
    const value = answer.headers.get(name)
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const decisive = textOf(headers)
  if (decisive === textOf(kept.headers)) return null
  await cache.put(key, new Response(kept.body, { status: kept.status, statusText: kept.statusText, headers }))
  return decisive
}

function textOf(headers: Headers): string {
  return DECISIVE.map((name) => `${name}: ${headers.get(name) ?? ''}`).join('\n')
}
