import type { Page } from 'playwright/test'
import { nameProductsLong, writeLongWords } from '../fixtures/long-words.ts'
import type { LongWords } from '../fixtures/long-words.ts'
import { overflowOf } from '../fixtures/reflow.ts'
import { go, logIn, speak } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures/test.ts'

type Viewer = 'visitor' | 'fan' | 'creator'
type Screens = Partial<Record<Viewer, (words: LongWords) => string[]>>

/** Each route of the app with the addresses at which it is looked at, and by whom. */
const screens: Record<string, Screens> = {
  // Leads elsewhere.
  '/': {},
  '/auth/login': { visitor: () => ['/auth/login'] },
  '/auth/register': { visitor: () => ['/auth/register'] },
  '/auth/register-creator': { visitor: () => ['/auth/register-creator'] },
  '/auth/forgot': { visitor: () => ['/auth/forgot'] },
  '/auth/callback/$provider': { visitor: () => ['/auth/callback/google', '/auth/callback/twitter?denied=x'] },
  '/contact': { visitor: () => ['/contact'] },
  '/auth/reset': { visitor: () => ['/auth/reset', '/auth/reset?token=abcdefghijklmnopqrstuvwxyz'] },
  '/auth/verify': { visitor: () => [`/auth/verify?email=${'w'.repeat(64)}%40${'m'.repeat(60)}.test`] },
  '/$profileId': {
    visitor: ({ creator }) => [`/${creator}`, `/${'n'.repeat(30)}`, '/no/such/page'],
    fan: ({ creator }) => [`/${creator}`],
    creator: ({ creator }) => [`/${creator}`],
  },
  '/posts/$postId': {
    visitor: ({ post }) => [`/posts/${post}`],
    fan: ({ post }) => [`/posts/${post}`],
    creator: ({ post }) => [`/posts/${post}`],
  },
  // They lead to pages of the site.
  ...{ '/help': {}, '/privacy': {}, '/terms': {} },
  '/search': { visitor: () => ['/search', '/search?q=a'], fan: () => ['/search?q=mara', '/search?q=nothingness'] },
  '/pages': { visitor: () => ['/pages'] },
  '/pages/$slug': { visitor: () => ['/pages/terms', '/pages/about'], fan: () => ['/pages/help'] },
  '/explore': { visitor: () => ['/explore'], fan: () => ['/explore'] },
  '/galleries/$galleryId': { fan: ({ gallery }) => [`/galleries/${gallery}`] },
  '/products/$productId': {
    visitor: ({ product }) => [`/products/${product}`],
    fan: ({ product }) => [`/products/${product}`],
  },
  '/videos/$videoId': { creator: ({ video }) => [`/videos/${video}`] },
  '/home': { fan: () => ['/home'] },
  '/wallet': { fan: () => ['/wallet'] },
  '/subscriptions': { fan: () => ['/subscriptions'] },
  '/notifications': { fan: () => ['/notifications'], creator: () => ['/notifications'] },
  '/addresses': { fan: () => ['/addresses'] },
  '/cards': { fan: () => ['/cards'] },
  '/checkout': { fan: () => ['/checkout'] },
  '/orders': { fan: () => ['/orders'] },
  '/orders/$orderId': { fan: () => [`/orders/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`] },
  '/creator/orders': { creator: () => ['/creator/orders'] },
  '/purchases': { fan: () => ['/purchases'] },
  '/wallet/history': { fan: () => ['/wallet/history'] },
  '/messages': { fan: () => ['/messages'], creator: () => ['/messages'] },
  '/messages/$conversationId': {
    fan: ({ thread }) => [`/messages/${thread}`],
    creator: ({ thread }) => [`/messages/${thread}`],
  },
  '/bookmarks': { fan: () => ['/bookmarks'] },
  '/cart': { fan: () => ['/cart'] },
  '/following': { fan: () => ['/following'] },
  '/outbox': { fan: () => ['/outbox'] },
  '/device': { fan: () => ['/device'] },
  '/user/account': { fan: () => ['/user/account'] },
  '/creator/account': { creator: () => ['/creator/account'] },
  '/creator/verification': { creator: () => ['/creator/verification'] },
  '/creator/blocked': { creator: () => ['/creator/blocked'] },
  '/creator/subscribers': { creator: () => ['/creator/subscribers'] },
  '/creator/followers': { creator: () => ['/creator/followers'] },
  '/creator/galleries': { creator: () => ['/creator/galleries'] },
  '/creator/galleries/$galleryId': { creator: ({ gallery }) => [`/creator/galleries/${gallery}`] },
  '/creator/videos': { creator: () => ['/creator/videos'] },
  '/creator/videos/$videoId': { creator: ({ video }) => [`/creator/videos/${video}`] },
  '/creator/products': { creator: () => ['/creator/products'] },
  '/creator/products/$productId': { creator: ({ product }) => [`/creator/products/${product}`] },
  '/creator/earnings': { creator: () => ['/creator/earnings'] },
  '/creator/payouts': { creator: () => ['/creator/payouts'] },
  '/creator/overview': { creator: () => ['/creator/overview'] },
  '/creator/media': { creator: () => ['/creator/media'] },
  '/creator/studio': { creator: () => ['/creator/studio'] },
  '/creator/studio/$draftId': { creator: ({ draft }) => [`/creator/studio/${draft}`] },
  '/creator/studio/posts/$postId': {
    creator: ({ post, scheduled }) => [post, scheduled].map((id) => `/creator/studio/posts/${id}`),
  },
}

test('no screen scrolls sideways or cuts anything off at 320 px, with long words and wide spacing', async ({
  ownServer,
  newDevice,
}) => {
  test.setTimeout(360_000)
  const words = await writeLongWords(ownServer)
  const found: unknown[] = []
  const page = await (await newDevice(ownServer, { viewport: { width: 320, height: 640 } })).open()
  await nameProductsLong(page, ownServer)
  for (const viewer of ['visitor', 'fan', 'creator'] as const) {
    await beginAs(page, viewer, words)
    const paths = Object.values(screens).flatMap((of) => of[viewer]?.(words) ?? [])
    for (const language of ['en', 'ar']) {
      await speak(page, language)
      for (const path of paths) found.push(...(await look(page, path)).map((each) => [viewer, language, ...each]))
    }
  }
  expect(found).toEqual([])
  const routes = await page.evaluate(() => Object.keys(window.__TSR_ROUTER__?.routesByPath ?? {}))
  expect(Object.keys(screens).toSorted()).toEqual(routes.toSorted())
})

/** Puts the account in the place of the one before. */
async function beginAs(page: Page, viewer: Viewer, words: LongWords): Promise<void> {
  if (viewer === 'visitor') return void (await page.goto('/auth/login'))
  await page.goto('/api/settings/public')
  await page.context().clearCookies()
  await page.evaluate(removeSession)
  await logIn(page, words[viewer])
}

/** Resolves once no database is left: a worker may hold one open for a moment. */
async function removeSession(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name)
      removing.onsuccess = () => resolve()
      removing.onerror = () => reject(removing.error)
    })
  }
}

/** Looks at a page, and at each of its tabs. */
async function look(page: Page, path: string): Promise<[place: string, found: string[]][]> {
  await go(page, path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const found: [string, string[]][] = [[path, await overflowOf(page)]]
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    found.push([`${path} ${await tab.textContent()}`, await overflowOf(page)])
  }
  return found.filter(([, parts]) => parts.length > 0)
}
