import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Rendition } from '../storage/storage.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Pictures that everybody may see. */
const publicRenditions = ['avatar', 'cover', 'product'] as const
export type PublicRendition = (typeof publicRenditions)[number]

/** The claims of a signed link. `expires` is in seconds since 1970. */
export type MediaLink = { fileId: string; rendition: Rendition; viewerId: string; expires: number }

/**
 * The address of a private rendition for one viewer. It expires at the end of the next day (UTC), so that the link is
 * the same all day and what a browser has cached under it stays usable, and lives for one day at least.
 */
export function signedUrl(secret: Uint8Array, link: Omit<MediaLink, 'expires'>, now: Date): string {
  const expires = (Math.floor(now.getTime() / 1000 / DAY_SECONDS) + 2) * DAY_SECONDS
  const signature = sign(secret, { ...link, expires })
  return `/media/${link.fileId}/${link.rendition}?v=${link.viewerId}&e=${expires}&s=${signature}`
}

export function isPublic(rendition: Rendition): rendition is PublicRendition {
  return (publicRenditions as readonly Rendition[]).includes(rendition)
}

/**
 * The address of a picture for everybody: an avatar, a cover, a product's picture, for ever the same; or the file of a
 * thing that is open to everybody, for as long as it is.
 */
export function publicUrl(fileId: string, rendition: Rendition): string {
  return `/media/${fileId}/${rendition}`
}

/** Reads the query of a link. Null when it is not one that this server signed; whether it has expired is left to ask. */
export function verifyLink(
  secret: Uint8Array,
  target: Pick<MediaLink, 'fileId' | 'rendition'>,
  query: Record<string, string | undefined>,
): MediaLink | null {
  const { v: viewerId, e: expiry, s: signature } = query
  if (viewerId === undefined || signature === undefined || !/^\d{1,12}$/.test(expiry ?? '')) return null
  const link = { ...target, viewerId, expires: Number(expiry) }
  const expected = Buffer.from(sign(secret, link))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? link : null
}

const keys = new WeakMap<Uint8Array, Buffer>()

function sign(secret: Uint8Array, link: MediaLink): string {
  return createHmac('sha256', keyFrom(secret))
    .update([link.fileId, link.rendition, link.viewerId, link.expires].join('\n'))
    .digest('base64url')
}

/** A key of its own: a link's signature can never stand for a token's, nor the other way round. */
function keyFrom(secret: Uint8Array): Buffer {
  const known = keys.get(secret)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vesper media links', 32))
  keys.set(secret, key)
  return key
}
