import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ARCHIVE_PRODUCTS_MAX } from '@vesper/sync/vesper/api/assets.ts'
import { deriveRing } from '../../../../infra/crypto/key-ring.ts'
import type { KeyRing, RingKey } from '../../../../infra/crypto/key-ring.ts'

/** Seconds for which the link to a download holds. A transfer that has begun may end. */
const HOLDS_SECONDS = 10 * 60
const PATH = '/api/downloads'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The target of a link: one file of a product, or all files of the products in an archive where `fileId` is null. */
export type DownloadTarget = { productIds: readonly string[]; fileId: string | null; viewerId: string }

/** A link as it was asked for. `expires` is in seconds since 1970; `rightHash` tells the right that it was made for. */
export type AskedDownload = DownloadTarget & { expires: number; rightHash: string; signature: string }

/**
 * The address of a download for one viewer. `right` names what the viewer may download it by, such as an entitlement: once
 * that has ended, the link of its time never holds again.
 */
export function signDownloadLink(
  ring: KeyRing,
  { right, ...target }: DownloadTarget & { right: string },
  now: Date,
): { url: string; expires: Date } {
  const expires = Math.floor(now.getTime() / 1000) + HOLDS_SECONDS
  const rightHash = hashOf(right)
  const signature = sign(keysOf(ring)[0], { ...target, rightHash, expires })
  const { productIds, fileId, viewerId } = target
  const query = new URLSearchParams({ p: productIds.join(), v: viewerId, e: String(expires), r: rightHash })
  query.set('s', signature)
  if (fileId !== null) query.set('f', fileId)
  return { url: `${PATH}?${query.toString()}`, expires: new Date(expires * 1000) }
}

/** Reads the query of a link; null when it has not the form of one. */
export function readDownloadLink(query: string): AskedDownload | null {
  const {
    p: products = '',
    v: viewerId = '',
    e: expires = '',
    r: rightHash = '',
    s: signature,
    f: fileId = null,
  } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string | undefined>
  // One more than there may be is enough to tell.
  const productIds = products.split(',', ARCHIVE_PRODUCTS_MAX + 1)
  if (productIds.length > ARCHIVE_PRODUCTS_MAX || new Set(productIds).size < productIds.length) return null
  const ids = [...productIds, viewerId, ...(fileId === null ? [] : [fileId])]
  if (signature === undefined || !ids.every((id) => UUID.test(id)) || !/^\d{1,12}$/.test(expires)) return null
  return { productIds, viewerId, fileId, expires: Number(expires), rightHash, signature }
}

/** True for a link that this server made, and that still holds. It is told from the link alone. */
export function holds(ring: KeyRing, asked: AskedDownload, now: Date): boolean {
  const isOf = (key: RingKey): boolean => isSame(sign(key, asked), asked.signature)
  return keysOf(ring).some(isOf) && asked.expires * 1000 > now.getTime()
}

/** True for a link that was made for this right. Callers have asked whether it `holds`. */
export function isFor(asked: AskedDownload, right: string): boolean {
  return isSame(hashOf(right), asked.rightHash)
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function hashOf(right: string): string {
  return createHash('sha256').update(right).digest('base64url')
}

function sign({ secret }: RingKey, link: Omit<AskedDownload, 'signature'>): string {
  const { productIds, fileId, viewerId, rightHash, expires } = link
  return createHmac('sha256', secret)
    .update([productIds.join(), fileId ?? 'all', viewerId, rightHash, expires].join('\n'))
    .digest('base64url')
}

/** Keys of their own: the signature of a picture's link can never stand for a download's. */
function keysOf(ring: KeyRing): KeyRing {
  return deriveRing(ring, 'vesper download links')
}
