import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Seconds for which the link to a download holds. A transfer that has begun may end. */
const HOLDS_SECONDS = 10 * 60
const PATH = '/api/downloads'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The target of a link: one file of a product, or all files of the products in an archive where `fileId` is null. */
export type DownloadTarget = { productIds: readonly string[]; fileId: string | null; viewerId: string }

/** A link as it was asked for. `expires` is in seconds since 1970. */
export type AskedDownload = DownloadTarget & { expires: number; signature: string }

/**
 * The address of a download for one viewer. `right` names what the viewer may download it by, such as an entitlement: once
 * that has ended, the link of its time never holds again.
 */
export function signDownload(
  secret: Uint8Array,
  { right, ...target }: DownloadTarget & { right: string },
  now: Date,
): { url: string; expires: Date } {
  const expires = Math.floor(now.getTime() / 1000) + HOLDS_SECONDS
  const signature = sign(secret, { ...target, right, expires })
  const { productIds, fileId, viewerId } = target
  const query = new URLSearchParams({ p: productIds.join(), v: viewerId, e: String(expires), s: signature })
  if (fileId !== null) query.set('f', fileId)
  return { url: `${PATH}?${query.toString()}`, expires: new Date(expires * 1000) }
}

/** Reads the query of a link; null when it has not the form of one. */
export function readDownload(query: string): AskedDownload | null {
  const {
    p: products = '',
    v: viewerId = '',
    e: expires = '',
    s: signature,
    f: fileId = null,
  } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string | undefined>
  const productIds = products.split(',')
  const ids = [...productIds, viewerId, ...(fileId === null ? [] : [fileId])]
  if (signature === undefined || !ids.every((id) => UUID.test(id)) || !/^\d{1,12}$/.test(expires)) return null
  return { productIds, viewerId, fileId, expires: Number(expires), signature }
}

/** True for a link that this server made for `right`, and that still holds. */
export function holds(secret: Uint8Array, { asked, right, now }: { asked: AskedDownload; right: string; now: Date }) {
  const expected = Buffer.from(sign(secret, { ...asked, right }))
  const given = Buffer.from(asked.signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && asked.expires * 1000 > now.getTime()
}

const keys = new WeakMap<Uint8Array, Buffer>()

function sign(secret: Uint8Array, link: DownloadTarget & { right: string; expires: number }): string {
  const { productIds, fileId, viewerId, right, expires } = link
  return createHmac('sha256', keyFrom(secret))
    .update([productIds.join(), fileId ?? 'all', viewerId, right, expires].join('\n'))
    .digest('base64url')
}

/** A key of its own: the signature of a picture's link can never stand for a download's. */
function keyFrom(secret: Uint8Array): Buffer {
  const known = keys.get(secret)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vesper download links', 32))
  keys.set(secret, key)
  return key
}
