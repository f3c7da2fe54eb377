/*
 * An edge function for Cloudflare Workers, of Web APIs alone (untried on others): it answers the links that the app signs for public
 * pictures and the smaller copies of videos, and refuses all else. The right was looked at when the app made the link, minutes ago.
 *
 *   viewer ── /media/<file>/<rendition>?e=<expiry>&s=<signature> ──▶ edge ──▶ cache by path alone ──▶ app, or bucket
 *
 * Whole files come into the cache: those asked for without a range, or from their first byte to the end.
 *
 * Variables of the worker, else of `globalThis`:
 *   MEDIA_CDN_KEY   as the app has it
 *   MEDIA_ORIGIN    the app, https://vesper.example; or the bucket with its path: https://s3.example/vesper
 *   S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY   for a bucket: keys that read `files/` and nothing else
 */

const PATH =
  /^\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(avatar|cover|product|360p|720p|w\d{2,4}\.(?:webp|avif))$/
/** Bytes of a path never change: they stay as long as the network likes. */
const KEPT_SECONDS = 30 * 86_400
/** A player asks so for a film that it begins: it is the whole file. */
const FROM_THE_FIRST = 'bytes=0-'
const encoder = new TextEncoder()

// oxlint-disable-next-line import/no-default-export -- runtimes of edge functions look for it
export default { fetch: answer }

async function answer(request, given, context) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const env = settingsOf(given)
  for (const name of ['MEDIA_CDN_KEY', 'MEDIA_ORIGIN'])
    if (!env[name]) return refusal(500, `${name} is not set. Set it in the variables of this worker.`)
  const url = new URL(request.url)
  const now = env.now?.() ?? Date.now()
  const [, file, rendition] = PATH.exec(url.pathname) ?? []
  const link = await linkOf(url, env.MEDIA_CDN_KEY)
  if (file === undefined || link === null || link.expires * 1000 <= now) return refusal(403)
  const etag = `"${file}.${rendition}"`
  const headers = headersFor(rendition, { etag, seconds: Math.floor(link.expires - now / 1000) })
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, etag)
  const asked = { method: request.method, url, link, range, key: `files/${file}/${rendition}` }
  const found = await load(asked, { env, now, context })
  if (found.status === 200 || found.status === 206) return sent(found, { headers, range })
  await found.body?.cancel()
  const after = found.headers.get('retry-after')
  const answered = refusal([404, 416, 429].includes(found.status) ? found.status : 502)
  if (after !== null) answered.headers.set('retry-after', after)
  return answered
}

function settingsOf(given) {
  const names = ['MEDIA_CDN_KEY', 'MEDIA_ORIGIN', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const set = Object.fromEntries(
    [...names, 'caches', 'fetch', 'now'].map((name) => [name, given?.[name] ?? globalThis[name]]),
  )
  return { ...set, MEDIA_ORIGIN: set.MEDIA_ORIGIN?.replace(/\/+$/, '') }
}

/** The range that holds for this file; null for all of it. */
function rangeOf({ headers }, etag) {
  const condition = headers.get('if-range')
  return condition === null || condition === etag ? headers.get('range') : null
}

/** Sends what the cache or the origin has given, with our own headers. */
function sent(found, { headers, range }) {
  const length = found.headers.get('content-length')
  const isWholeRange = found.status === 200 && range === FROM_THE_FIRST && length > 0
  const part = isWholeRange ? `bytes 0-${length - 1}/${length}` : found.headers.get('content-range')
  if (length !== null) headers.set('content-length', length)
  if (part !== null) headers.set('content-range', part)
  return new Response(found.body, { status: isWholeRange ? 206 : found.status, headers })
}

/** The end of a link in seconds, and its query, if the app has signed it with its path; else null. Other parameters count for nothing. */
async function linkOf({ pathname, searchParams }, secret) {
  const expiry = searchParams.get('e') ?? ''
  const text = searchParams.get('s') ?? ''
  const signature = bytesOf(text)
  if (!/^\d{1,12}$/.test(expiry) || signature === null) return null
  const key = await hmacKey(encoder.encode(secret), 'verify')
  const isSigned = await crypto.subtle.verify('HMAC', key, signature, encoder.encode(`${pathname}\n${expiry}`))
  return isSigned ? { expires: Number(expiry), query: `?e=${expiry}&s=${text}` } : null
}

/** Gives the part that was asked for: of the cache, which has files by their path so that all viewers share them, else of the origin. */
async function load(asked, { env, now, context }) {
  const { method, url, range } = asked
  const store = method === 'GET' ? await storeOf(env.caches) : null
  if (store === null) return askOrigin(asked, { env, now })
  const name = url.origin + url.pathname
  const found = await store.match(new Request(name, range === null ? {} : { headers: { range } })).catch(() => null)
  if (found) return found
  const isWhole = range === null || range === FROM_THE_FIRST
  const given = await askOrigin(isWhole ? { ...asked, range: null } : asked, { env, now })
  if (given.status !== 200) return given
  const headers = { 'cache-control': `public, max-age=${KEPT_SECONDS}` }
  for (const one of ['content-length', 'content-type']) {
    const value = given.headers.get(one)
    if (value !== null) headers[one] = value
  }
  const kept = store.put(new Request(name), new Response(given.clone().body, { headers })).catch(() => {})
  context?.waitUntil?.(kept)
  return given
}

/** The cache of this place; null where the platform has none. */
async function storeOf(caches) {
  return caches?.default ?? (await caches?.open?.('media')) ?? null
}

async function askOrigin({ method, url, link, range, key }, { env, now }) {
  const headers = new Headers(range === null ? {} : { range })
  const isBucket = env.S3_ACCESS_KEY_ID !== undefined
  const target = new URL(`${env.MEDIA_ORIGIN}${isBucket ? `/${key}` : url.pathname + link.query}`)
  if (isBucket) await sign(headers, { method, target, env, now })
  // Called by itself: `env.fetch(…)` would have another `this`, which workers refuse.
  const { fetch: send } = env
  return send(target.href, { method, headers, redirect: 'manual' })
}

function headersFor(rendition, { etag, seconds }) {
  const format = rendition.endsWith('avif') ? 'image/avif' : 'image/webp'
  return new Headers({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range, etag',
    'cache-control': `private, max-age=${seconds}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': /^\d+p$/.test(rendition) ? 'video/mp4' : format,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  })
}

function refusal(status, text = null) {
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
  return new Response(text, { status, headers })
}

/** Signs a call for the bucket: AWS Signature Version 4. */
async function sign(headers, { method, target, env, now }) {
  const at = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const scope = `${at.slice(0, 8)}/${env.S3_REGION ?? 'us-east-1'}/s3/aws4_request`
  const signed = { host: target.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': at }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const call = [method, target.pathname, '', lines.join(''), names, 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(call))
  const text = ['AWS4-HMAC-SHA256', at, scope, hex(digest)].join('\n')
  let key = encoder.encode(`AWS4${env.S3_SECRET_ACCESS_KEY}`)
  for (const part of [...scope.split('/'), text]) {
    key = await crypto.subtle.sign('HMAC', await hmacKey(key, 'sign'), encoder.encode(part))
  }
  const credential = `Credential=${env.S3_ACCESS_KEY_ID}/${scope}`
  headers.set('authorization', `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${hex(key)}`)
  headers.set('x-amz-content-sha256', signed['x-amz-content-sha256'])
  headers.set('x-amz-date', at)
}

function hmacKey(bytes, use) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/** The bytes of a text in base64url; null for any other text. */
function bytesOf(text) {
  if (!/^[\w-]{43}$/.test(text)) return null
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
