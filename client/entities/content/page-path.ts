import type { Content } from './content-actions.ts'

/** The path of the page that a thing has of its own; null for a kind without. */
export function pagePath(type: Content['type'], id: string): string | null {
  switch (type) {
    case 'feed':
      return `/posts/${id}`
    case 'gallery':
      return `/galleries/${id}`
    case 'video':
      return `/videos/${id}`
    case 'product':
      return `/products/${id}`
    default:
      return null
  }
}
