import type { World } from './long-lists.ts'

/** How a list of the route table is asked for. */
export type ListRow = {
  /** The names in the path, each with a thing of the world or a word. */
  params?: { readonly [name: string]: keyof World | (string & {}) }
  /** The query of each call, beside its order. `{name}` stands for a thing of the world. */
  query?: string
  /** Why the list is short: the world has few rows of it. */
  few?: string
  /** Orders that read all rows of the list, and why; `all`: each of them. They are not asked for. */
  whole?: { orders: readonly string[] | 'all'; why: string }
}

/** Every route that answers with `data` and `total`. */
export const listRows: { readonly [path: string]: ListRow } = {
  '/auth/users/me/sessions': { few: 'Sessions end.' },
  '/auth/users/me/identities': { few: 'There is one for each site.' },
  '/performers/user/search': {},
  '/performers/top': {},
  '/performers/search/random': {},
  '/users/search': {
    whole: { orders: 'all', why: 'It sorts those who follow a creator or wrote to them by their accounts.' },
  },
  '/follows/followers': { whole: { orders: ['name'], why: 'The names stand in the accounts.' } },
  '/follows/following': { whole: { orders: ['name'], why: 'The names stand in the accounts.' } },
  '/performer/performer-assets/galleries/search': {},
  '/performer-assets/galleries/search': {},
  '/performer/performer-assets/photos/search': {},
  '/performer-assets/photos': { whole: { orders: ['position'], why: 'A place is one in a gallery.' } },
  '/performer-assets/photos/{performerId}': {
    params: { performerId: 'me' },
    whole: { orders: ['position'], why: 'A place is one in a gallery.' },
  },
  '/performer/performer-assets/videos/search': {},
  '/performer-assets/videos/search': {},
  '/performer/performer-assets/products/search': {},
  '/performer-assets/products/search': {},
  '/reactions/feeds/bookmark': {},
  '/reactions/galleries/bookmark': {},
  '/reactions/photos/bookmark': {},
  '/reactions/videos/bookmark': {},
  '/reactions/products/bookmark': {},
  '/reactions/performers/bookmark': {},
  '/reactions/{type}/bookmark': { params: { type: 'feeds' } },
  '/block/users': { whole: { orders: ['name'], why: 'The names stand in the accounts.' } },
  '/search/list/keywords': { whole: { orders: 'all', why: 'It counts the searches of seven days.' } },
  '/posts/search': { few: 'These are the pages of the site.' },
  '/site-promo/search': { few: 'These are the announcements of the site.' },
  '/addresses/search': { few: 'An account has at most 20.' },
  '/orders/users/search': {},
  '/orders/search': {},
  '/conversations': {},
  '/conversations/search': {},
  '/messages/conversations/{id}': { params: { id: 'conversation' } },
  '/user/feeds': {},
  '/user/feeds/latest': {},
  '/user/feeds/search/{username}': { params: { username: 'me' } },
  '/performer/feeds': { whole: { orders: ['scheduledAt'], why: 'Few posts are scheduled.' } },
  '/performer/drafts': {},
  '/notifications': {},
  '/comments': {
    query: 'objectType=feed&objectId={post}',
    whole: { orders: ['likes'], why: 'The likes stand beside the comments.' },
  },
  '/push/subscriptions': { few: 'There is one for each browser.' },
  '/performer/statistics/posts': { whole: { orders: 'all', why: 'It sums the figures of each post.' } },
  '/wallet/charges/search': {},
  '/package/token/search': { few: 'These are the packages of the site.' },
  '/payment/transactions/user/search': {},
  '/payment-cards': { few: 'An account has at most 10.' },
  '/subscriptions/user/search': {},
  '/subscriptions/performer/search': {},
  '/performer/offers': { few: 'A creator makes them by hand.' },
  '/trials': { few: 'An account has one of each creator, which ends.' },
  '/performer/trials': {},
  '/performer/earning/search': {},
  '/payout-requests/search': {},
  '/performer/statements': { few: 'There is one for each month.' },
  '/streaming/user/search': { few: 'These are the streams with picture right now.' },
  '/streaming/shows/search': {},
  '/messages/stream/{id}': { few: 'Its test fills chats.', params: { id: 'list' } },
  '/messages/conversations/public/{id}': { few: 'Its test fills chats.', params: { id: 'list' } },
  '/performer/lists': { few: 'A creator has at most 100.' },
  '/performer/lists/{id}/members': { few: 'It is read as /performer/fans is.', params: { id: 'list' } },
  '/performer/fans': { whole: { orders: 'all', why: 'It sums what each fan has paid.' } },
  '/performer/broadcasts': {},
  '/sync/mutations': {},
  '/performer/files/search': {},
  '/desk/settings': { few: 'Only staff read it, and the settings are a fixed list.' },
  '/desk/jobs': { few: 'Only staff read it, and the jobs are a fixed list.' },
  '/desk/cases': { few: 'Only staff read it, and cases that are not closed are few.' },
  '/decisions': { few: 'Staff decide about an account a few times.' },
  '/reports/mine': { few: 'An account reports a few times.' },
  '/desk/staff': { few: 'These are the staff of the site, and only they read it.' },
  '/desk/approvals': { few: 'Only staff read it, of whom the world has none.' },
  '/desk/creators': { few: 'Only staff read it, and those who wait are few.' },
  '/desk/content': { few: 'Only staff read it: content-page.pg.test.ts has its plans.' },
  '/desk/users': { few: 'Only staff read it: search-users.pg.test.ts has its plans.' },
  '/desk/payouts': { few: 'Only staff read it, of whom the world has none.' },
  '/desk/coupons': { few: 'Only staff read it, of whom the world has none.' },
  '/desk/charges': { few: 'Only staff read it, of whom the world has none.' },
  '/desk/audit': { few: 'Only staff read it, of whom the world has none.' },
}
