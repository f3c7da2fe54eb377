import { createHmac, timingSafeEqual } from 'node:crypto'
import { candidates, deriveRing } from '../../crypto/key-ring.ts'
import type { KeyRing, RingKey } from '../../crypto/key-ring.ts'
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
export function signedUrl(ring: KeyRing, link: Omit<MediaLink, 'expires'>, now: Date): string {
  const expires = (Math.floor(now.getTime() / 1000 / DAY_SECONDS) + 2) * DAY_SECONDS
  const [key] = keysOf(ring)
  const signature = `${key.id}.${sign(key, { ...link, expires })}`
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
  ring: KeyRing,
  target: Pick<MediaLink, 'fileId' | 'rendition'>,
  query: Record<string, string | undefined>,
): MediaLink | null {
  const { v: viewerId, e: expiry, s: signature } = query
  if (viewerId === undefined || signature === undefined || !/^\d{1,12}$/.test(expiry ?? '')) return null
  const link = { ...target, viewerId, expires: Number(expiry) }
  // Links of earlier versions name no key.
  const [, id, text = ''] = /^(?:([^.]*)\.)?(.*)$/.exec(signature) ?? []
  const given = Buffer.from(text)
  const isOf = (key: RingKey): boolean => {
    const expected = Buffer.from(sign(key, link))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return candidates(keysOf(ring), id).some(isOf) ? link : null
}

function sign({ secret }: RingKey, link: MediaLink): string {
  return createHmac('sha256', secret)
    .update([link.fileId, link.rendition, link.viewerId, link.expires].join('\n'))
    .digest('base64url')
}

/** Keys of their own: a link's signature can never stand for a token's, nor the other way round. */
function keysOf(ring: KeyRing): KeyRing {
  return deriveRing(ring, 'vesper media links')
}
