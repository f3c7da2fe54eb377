/** Who looks at a screen. */
export type Viewer = 'visitor' | 'fan' | 'creator'

/** Ids, or the username, of the things whose screens are looked at. */
export type ScreenIds = Record<
  'creator' | 'thread' | 'post' | 'draft' | 'scheduled' | 'gallery' | 'video' | 'product' | 'order',
  string
>

type Screens = Partial<Record<Viewer, (ids: ScreenIds) => string[]>>

const fan = (...paths: string[]): Screens => ({ fan: () => paths })
const creator = (...paths: string[]): Screens => ({ creator: () => paths })
const visitor = (...paths: string[]): Screens => ({ visitor: () => paths })

/** Each route of the app with the addresses at which browser tests look at it, and with their viewers. */
export const screens: Record<string, Screens> = {
  // Leads elsewhere.
  '/': {},
  '/auth/login': visitor('/auth/login'),
  '/auth/register': visitor('/auth/register'),
  '/auth/register-creator': visitor('/auth/register-creator'),
  '/auth/forgot': visitor('/auth/forgot'),
  '/auth/callback/$provider': visitor('/auth/callback/google', '/auth/callback/twitter?denied=x'),
  '/contact': visitor('/contact'),
  '/report': visitor('/report', '/report?page=/explore'),
  '/auth/reset': visitor('/auth/reset', '/auth/reset?token=abcdefghijklmnopqrstuvwxyz'),
  '/auth/verify': visitor(`/auth/verify?email=${'w'.repeat(64)}%40${'m'.repeat(60)}.test`),
  '/$profileId': {
    visitor: (ids) => [`/${ids.creator}`, `/${'n'.repeat(30)}`, '/no/such/page'],
    fan: (ids) => [`/${ids.creator}`],
    creator: (ids) => [`/${ids.creator}`],
  },
  '/posts/$postId': {
    visitor: ({ post }) => [`/posts/${post}`],
    fan: ({ post }) => [`/posts/${post}`],
    creator: ({ post }) => [`/posts/${post}`],
  },
  // These lead to pages of the site.
  ...{ '/help': {}, '/privacy': {}, '/terms': {} },
  '/search': { visitor: () => ['/search', '/search?q=a'], fan: () => ['/search?q=mara', '/search?q=nothingness'] },
  '/pages': visitor('/pages'),
  '/pages/$slug': { visitor: () => ['/pages/terms', '/pages/about'], fan: () => ['/pages/help'] },
  '/explore': { visitor: () => ['/explore'], fan: () => ['/explore'] },
  '/galleries/$galleryId': { fan: ({ gallery }) => [`/galleries/${gallery}`] },
  '/products/$productId': {
    visitor: ({ product }) => [`/products/${product}`],
    fan: ({ product }) => [`/products/${product}`],
  },
  '/videos/$videoId': { creator: ({ video }) => [`/videos/${video}`] },
  '/home': fan('/home'),
  '/live': { visitor: () => ['/live'], fan: () => ['/live'], creator: () => ['/live'] },
  '/live/$username': {
    visitor: (ids) => [`/live/${ids.creator}`],
    fan: (ids) => [`/live/${ids.creator}`, `/live/${'n'.repeat(30)}`],
  },
  '/creator/messages': creator('/creator/messages'),
  '/creator/messages/$broadcastId': creator(
    '/creator/messages/new',
    `/creator/messages/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`,
  ),
  '/creator/live': creator('/creator/live'),
  '/creator/live/requests': creator('/creator/live/requests'),
  '/show/$requestId': fan(`/show/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`),
  '/wallet': fan('/wallet'),
  '/subscriptions': fan('/subscriptions'),
  '/notifications': { fan: () => ['/notifications'], creator: () => ['/notifications'] },
  '/addresses': fan('/addresses'),
  '/cards': fan('/cards'),
  '/checkout': fan('/checkout'),
  '/orders': fan('/orders'),
  '/orders/$orderId': {
    fan: ({ order }) => [`/orders/${order}`, `/orders/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`],
  },
  '/creator/orders': creator('/creator/orders'),
  '/purchases': fan('/purchases'),
  '/wallet/history': fan('/wallet/history'),
  '/wallet/shows': fan('/wallet/shows'),
  '/wallet/budget': fan('/wallet/budget'),
  '/messages': { fan: () => ['/messages'], creator: () => ['/messages'] },
  '/messages/$conversationId': {
    fan: ({ thread }) => [`/messages/${thread}`],
    creator: ({ thread }) => [`/messages/${thread}`],
  },
  '/bookmarks': fan('/bookmarks'),
  '/cart': fan('/cart'),
  '/following': fan('/following'),
  '/outbox': fan('/outbox'),
  '/share': { visitor: () => ['/share'], fan: () => ['/share', '/share?failed=waiting'] },
  '/device': fan('/device'),
  '/user/account': fan('/user/account'),
  '/user/decisions': fan('/user/decisions'),
  '/user/decisions/$decisionId': fan(`/user/decisions/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`),
  '/user/security': fan('/user/security'),
  '/creator/account': creator('/creator/account'),
  '/creator/verification': creator('/creator/verification'),
  '/creator/blocked': creator('/creator/blocked'),
  '/creator/subscribers': creator('/creator/subscribers'),
  '/creator/offers': creator('/creator/offers'),
  '/join/$code': { visitor: () => ['/join/NO-SUCH-CODE'], fan: () => ['/join/NO-SUCH-CODE'] },
  '/creator/followers': creator('/creator/followers'),
  '/creator/lists': creator('/creator/lists'),
  '/creator/lists/$listId': creator(`/creator/lists/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`),
  '/creator/galleries': creator('/creator/galleries'),
  '/creator/galleries/$galleryId': { creator: ({ gallery }) => [`/creator/galleries/${gallery}`] },
  '/creator/videos': creator('/creator/videos'),
  '/creator/videos/$videoId': { creator: ({ video }) => [`/creator/videos/${video}`] },
  '/creator/products': creator('/creator/products'),
  '/creator/products/$productId': { creator: ({ product }) => [`/creator/products/${product}`] },
  '/creator/earnings': creator('/creator/earnings'),
  '/creator/calendar': creator('/creator/calendar'),
  '/creator/figures': creator('/creator/figures'),
  '/creator/payouts': creator('/creator/payouts'),
  '/creator/statements': creator('/creator/statements'),
  // The payouts have the details.
  '/creator/payout-details': {},
  '/creator/overview': creator('/creator/overview'),
  '/creator/media': creator('/creator/media'),
  // Leads elsewhere; to others than staff the pages of the desk are not there. `desk-story` looks at them as staff.
  '/desk': {},
  '/desk/cases': {},
  '/desk/cases/$caseId': {},
  '/desk/content': {},
  '/desk/money': {},
  '/desk/creators': {},
  '/desk/creators/$creatorId': {},
  '/desk/users': {},
  '/desk/users/$userId': {},
  '/desk/approvals': fan('/desk/approvals'),
  '/desk/jobs': {},
  '/desk/site': {},
  '/desk/staff': {},
  '/desk/audit': {},
  '/creator/studio': creator('/creator/studio'),
  '/creator/studio/$draftId': {
    // The second draft of the demo keeps both versions of a sentence.
    creator: ({ draft }) => [draft, '01930000-0000-7000-8000-000000000002'].map((id) => `/creator/studio/${id}`),
  },
  '/creator/studio/posts/$postId': {
    creator: ({ post, scheduled }) => [post, scheduled].map((id) => `/creator/studio/posts/${id}`),
  },
}

/** The addresses of a viewer, one after another. */
export function addressesOf(viewer: Viewer, ids: ScreenIds): string[] {
  return Object.values(screens).flatMap((of) => of[viewer]?.(ids) ?? [])
}

/** Routes without a row, and rows without a route. */
export function unmatchedRoutes(routes: readonly string[]): { withoutRow: string[]; withoutRoute: string[] } {
  return {
    withoutRow: routes.filter((route) => !(route in screens)),
    withoutRoute: Object.keys(screens).filter((route) => !routes.includes(route)),
  }
}
