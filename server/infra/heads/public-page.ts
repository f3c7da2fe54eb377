import type { Source } from '../database/transaction.ts'
import type { Onlooker } from '../files/attachment.ts'
import type { Rendition } from '../files/storage/storage.ts'
import type { Limit } from '../http/route.ts'

/** A visitor without an account, from the country of the request: heads are theirs, whoever asks. */
export type Stranger = Onlooker & { userId: null; country: string | null }

/** A stored rendition of a file that every stranger may see now. */
export type HeadPicture = {
  fileId: string
  rendition: Extract<Rendition, 'original' | 'poster' | 'avatar' | 'cover' | 'product'>
}

/** The head of a page, all of it for strangers: no word and no picture of what is locked to them. */
export type PageHead = {
  /** The one address of the page, without the origin. */
  path: string
  title: string
  description: string
  /** The kind of the page, in the words of the Open Graph protocol. */
  type: 'website' | 'profile' | 'article' | 'video.other' | 'product'
  picture: HeadPicture | null
  /** JSON-LD without its context, address and picture; null for none. */
  data: Readonly<Record<string, unknown>> | null
  /** Search engines leave it out; previews of links show it. */
  isUnlisted?: true
}

/**
 * Pages whose addresses have a name behind a fixed beginning, and that strangers may find. The domain that owns them declares
 * them in its manifest.
 */
export type PublicPage = {
  /** The beginning of the addresses; `/` for names that have no segment before them. */
  prefix: '/' | `/${string}/`
  /** The head of the page with a name; null where there is none, or a stranger may not know of it. One or two statements. */
  head: (source: Source, stranger: Stranger, name: string) => Promise<PageHead | null>
  listed?: ListedPages
  /** How often an address may look names up. Beyond it, each page goes out without its head, whether it is there or not. */
  limits?: readonly Limit[]
}

/** The pages of a kind that stand in the sitemap: those that are open to strangers. */
export type ListedPages = {
  /** The kind in the names of the sitemap's parts, in small letters. */
  name: string
  /** `path` and `changed` are SQL expressions of an address and of a time, `order` those of a unique order. */
  select: (stranger: Stranger) => {
    path: string
    changed: string
    from: string
    where: string
    order: string
    params: readonly unknown[]
  }
}
