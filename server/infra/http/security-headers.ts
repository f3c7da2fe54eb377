import type { MiddlewareHandler } from 'hyper-express'

/**
 * `cdnUrl`: where copies of pictures and videos come from; null for here. `livekitUrl`: where clients reach live streams, `wss:`
 * or `ws:`; null for the embedded engine.
 */
type HeaderSources = {
  publicUrl: string
  cdnUrl: string | null
  livekitUrl: string | null
  captcha: () => readonly string[]
}

/**
 * The headers of every answer. Scripts come from files of this origin alone, and from `captcha` while that names addresses:
 * its check is a script in a frame. Styles may also stand in the page: the toast and scroll-lock components make style
 * elements of their own, whose text is not known beforehand.
 */
export function securityHeaders({ publicUrl, cdnUrl, livekitUrl, captcha }: HeaderSources): MiddlewareHandler {
  const url = new URL(publicUrl)
  const media = livekitUrl === null ? [] : [livekitUrl, livekitUrl.replace(/^ws/, 'http')]
  const copies = cdnUrl === null ? [] : [cdnUrl]
  const usual = Object.entries(headersFor(url, { media, copies, captcha: [] }))
  return (_request, response, next) => {
    const sources = captcha()
    const headers = sources.length === 0 ? usual : Object.entries(headersFor(url, { media, copies, captcha: sources }))
    for (const [name, value] of headers) response.header(name, value, true)
    next()
  }
}

type Sources = { media: readonly string[]; copies: readonly string[]; captcha: readonly string[] }

function headersFor(publicUrl: URL, { media, copies, captcha }: Sources): Record<string, string> {
  const secure = publicUrl.protocol === 'https:'
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...captcha].join(' '),
    ...(captcha.length > 0 ? [`frame-src ${captcha.join(' ')}`] : []),
    "style-src 'self' 'unsafe-inline'",
    [`connect-src 'self' ${secure ? 'wss' : 'ws'}://${publicUrl.host}`, ...media, ...copies].join(' '),
    ["img-src 'self' blob: data:", ...copies].join(' '),
    ["media-src 'self' blob:", ...copies].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
