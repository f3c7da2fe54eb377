import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { variable } from '../../../variable.ts'
import type { Rendition } from '../storage/storage.ts'

/** A network of copies in front of the site's pictures and videos. `url` has no slash at its end, and no path. */
export type CdnConfig = { url: string; key: string }

/** Links are the same within a window, so that a browser keeps their bytes; each lives for five to ten minutes. */
const WINDOW_SECONDS = 300

export const cdnVariables = {
  MEDIA_CDN_URL: v.optional(
    v.pipe(
      variable.url(['https:', 'http:'], 'https://media.vesper.example'),
      v.regex(/^https?:\/\/[^/?#]+\/?$/, 'must be an address without a path'),
    ),
  ),
  MEDIA_CDN_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^\S{32,}$/, 'must have at least 32 characters, and no spaces')),
  ),
}

type Given = { MEDIA_CDN_URL?: string | undefined; MEDIA_CDN_KEY?: string | undefined }

/** False where one variable of a network of copies is missing. */
export function hasWholeCdn({ MEDIA_CDN_URL: url, MEDIA_CDN_KEY: key }: Given): boolean {
  return (url === undefined) === (key === undefined)
}

export function cdnConfigOf({ MEDIA_CDN_URL: url, MEDIA_CDN_KEY: key }: Given): CdnConfig | null {
  return url && key ? { url: new URL(url).origin, key } : null
}

/** The claims of a link, which nobody is named in: its holder may have the bytes. */
type CdnTarget = { fileId: string; rendition: Rendition }

/** The address under which a network of copies gives a rendition until the end of the next window. */
export function cdnLink({ url, key }: CdnConfig, { fileId, rendition }: CdnTarget, now: Date): string {
  const path = `/media/${fileId}/${rendition}`
  const expires = (windowOf(now) + 2) * WINDOW_SECONDS
  return `${url}${path}?e=${expires}&s=${sign(key, path, expires)}`
}

/** Seconds for which the same link is made. */
export function secondsOfWindow(now: Date): number {
  return (windowOf(now) + 1) * WINDOW_SECONDS - Math.floor(now.getTime() / 1000)
}

/** The seconds for which a link lives on. Null for one that is over, and for one that this site has not signed. */
export function secondsLeft(
  { key }: CdnConfig,
  { path, query, now }: { path: string; query: Record<string, string | undefined>; now: Date },
): number | null {
  const { e: expiry = '', s: signature = '' } = query
  if (!/^\d{1,12}$/.test(expiry)) return null
  const [given, expected] = [signature, sign(key, path, Number(expiry))].map((text) => Buffer.from(text))
  if (!given || !expected || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const left = Number(expiry) - Math.floor(now.getTime() / 1000)
  return left > 0 ? left : null
}

function windowOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / WINDOW_SECONDS)
}

function sign(key: string, path: string, expires: number): string {
  return createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
}
