/*
 * An edge function of a network of copies, with nothing but Web APIs: it answers the links that the app signs for public pictures
 * and the smaller copies of videos, and refuses all else. The right was looked at when the app made the link, minutes ago.
 *
 *   viewer ── /media/<file>/<rendition>?e=<expiry>&s=<signature> ──▶ edge ──▶ cache by path alone ──▶ app, or bucket
 *
 * env:
 *   MEDIA_CDN_KEY   as the app has it
 *   MEDIA_ORIGIN    the app, https://vesper.example; or the bucket with its path: https://s3.example/vesper
 *   S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY   for a bucket: keys that read `files/` and nothing else
 */

const PATH =
  /^\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(avatar|cover|product|360p|720p|w\d{2,4}\.(?:webp|avif))$/
/** Bytes of a path never change: they stay as long as the network likes. */
const KEPT_SECONDS = 30 * 86_400
const encoder = new TextEncoder()

// oxlint-disable-next-line import/no-default-export -- runtimes of edge functions look for it
export default { fetch: answer }

async function answer(request, env) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const url = new URL(request.url)
  const now = env.now?.() ?? Date.now()
  const [, file, rendition] = PATH.exec(url.pathname) ?? []
  const expires = await expiryOf(url, env.MEDIA_CDN_KEY)
  if (file === undefined || expires === null || expires * 1000 <= now) return refusal(403)
  const etag = `"${file}.${rendition}"`
  const headers = headersFor(rendition, { etag, seconds: Math.floor(expires - now / 1000) })
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const found = await load({ request, url, etag, key: `files/${file}/${rendition}` }, { env, now })
  if (found.status === 200 || found.status === 206) {
    for (const name of ['content-length', 'content-range']) {
      const value = found.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return new Response(found.body, { status: found.status, headers })
  }
  await found.body?.cancel()
  return refusal([404, 416].includes(found.status) ? found.status : 502)
}

/** The time in seconds that a link names, if the app has signed it with its path; else null. */
async function expiryOf({ pathname, searchParams }, secret) {
  const expiry = searchParams.get('e') ?? ''
  const signature = bytesOf(searchParams.get('s') ?? '')
  if (!/^\d{1,12}$/.test(expiry) || signature === null) return null
  const key = await hmacKey(encoder.encode(secret), 'verify')
  const isSigned = await crypto.subtle.verify('HMAC', key, signature, encoder.encode(`${pathname}\n${expiry}`))
  return isSigned ? Number(expiry) : null
}

/** Asks the origin for the part that was asked for. The network keeps it by its path: links of all viewers share it. */
async function load({ request, url, etag, key }, { env, now }) {
  const headers = new Headers()
  const [range, condition] = ['range', 'if-range'].map((name) => request.headers.get(name))
  if (range !== null && (condition === null || condition === etag)) headers.set('range', range)
  const isBucket = env.S3_ACCESS_KEY_ID !== undefined
  const target = new URL(isBucket ? `${env.MEDIA_ORIGIN}/${key}` : `${env.MEDIA_ORIGIN}${url.pathname}${url.search}`)
  if (isBucket) await sign(headers, { method: request.method, target, env, now })
  const cf = {
    cacheEverything: true,
    cacheKey: url.origin + url.pathname,
    cacheTtlByStatus: { '200-206': KEPT_SECONDS },
  }
  return (env.fetch ?? fetch)(target.href, { method: request.method, headers, redirect: 'manual', cf })
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

function refusal(status) {
  return new Response(null, { status, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } })
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
