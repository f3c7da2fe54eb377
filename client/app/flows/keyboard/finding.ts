import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'

/** A thing that words have found, with its page. */
export type Finding = {
  kind: 'page' | 'creator' | 'conversation' | 'post' | 'video' | 'gallery' | 'product'
  path: string
  name: string
}

const BEGINNING = 80

export function creatorFinding({ _id, name, username }: Pick<Creator, '_id' | 'name' | 'username'>): Finding {
  return { kind: 'creator', path: `/${username || _id}`, name }
}

export function postFinding({ _id, text, performer }: FeedPost): Finding {
  const beginning = text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text
  return { kind: 'post', path: `/posts/${_id}`, name: `${performer.name}: ${beginning}` }
}
