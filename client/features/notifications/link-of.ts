import type { Notice, NoticeObject } from '@vesper/sync/vesper/records/notification.ts'

type Linked = Pick<Notice, 'kind' | 'objectType' | 'objectId' | 'pageType' | 'pageId'> & {
  actors: readonly Pick<Notice['actors'][number], 'username' | 'isPerformer'>[]
}

type Path = (id: string) => string

const paths: { readonly [Type in NoticeObject]?: Path } = {
  feed: (id) => `/posts/${id}`,
  gallery: (id) => `/galleries/${id}`,
  video: (id) => `/videos/${id}`,
  product: (id) => `/products/${id}`,
  message: (id) => `/messages/${id}`,
  order: (id) => `/orders/${id}`,
  sale: () => '/creator/orders',
  wallet: () => '/wallet/history',
  payouts: () => '/creator/payouts',
  verification: () => '/creator/verification',
  subscription: () => '/subscriptions',
  show: (id) => `/show/${id}`,
  earning: () => '/creator/earnings',
  broadcast: (id) => `/creator/messages/${id}`,
}

/** The page of what a notification is about; null where it has none. */
export function linkOf({ kind, objectType, objectId, pageType, pageId, actors }: Linked): string | null {
  // The list of earnings has the words of each tip, and whom a sale was to.
  if (kind === 'tip' || (kind === 'sale' && objectType === 'stream')) return '/creator/earnings'
  if (kind === 'subscription' && objectType === 'performer') return '/creator/subscribers'
  const [type, id] = pageType && pageId ? [pageType, pageId] : [objectType, objectId]
  if (type === 'user' || type === 'performer') {
    const [actor] = actors
    return actor?.isPerformer && actor.username ? `/${actor.username}` : '/creator/followers'
  }
  // The own stream of a creator has no page once it is over.
  if (type === 'stream') return actors[0]?.username ? `/live/${actors[0].username}` : null
  return paths[type]?.(id) ?? null
}
