import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { sentenceSources, serverSentences } from './build/server-sentences.ts'

const folders = (...paths: string[]) => paths.map((path) => `<rootDir>/${path}`)

/** Texts of the login page and of code that every page shares. This catalogue loads first and has to be small. */
const entry = folders('app', 'core', 'features/login', 'routes/auth', 'ui')

/** Texts of pages that few people open: large forms, the studio, the outbox and the device page with the words of mutations. */
const pages = folders(
  'app/flows/account',
  'app/flows/registration',
  'core/captcha',
  'core/creators',
  'core/orders',
  'core/payments',
  'features/creators/creator-about.tsx',
  'features/creators/page-form.tsx',
  'features/creators/page-media',
  'features/explore/filter-dialog.tsx',
  'features/*/mutations.tsx',
  'core/places',
  'features/pages',
  'features/search',
  'routes/pages',
  'routes/search.tsx',
  'features/account',
  'features/addresses',
  'features/checkout',
  'features/orders',
  'features/sales',
  'features/assets/editor',
  'features/conversations/message-search',
  'features/device',
  'features/earnings',
  'features/moderation/block-dialog.tsx',
  'features/moderation/blocked-countries.tsx',
  'features/moderation/blocked-page.tsx',
  'features/password-reset',
  'features/payouts',
  'features/preferences',
  'features/registration',
  'features/social-login',
  'features/contact',
  'features/studio',
  'features/verification',
  'routes/creator/blocked.tsx',
  'routes/creator/earnings.tsx',
  'routes/creator/galleries',
  'routes/creator/payouts.tsx',
  'routes/creator/products',
  'features/purchases',
  'features/subscriptions/next-month.tsx',
  'features/subscriptions/past-subscriptions.tsx',
  'features/subscriptions/prices-form.tsx',
  'features/subscriptions/subscribe-dialog.tsx',
  'features/subscriptions/subscribers-page.tsx',
  'features/subscriptions/subscription-card.tsx',
  'features/subscriptions/subscriptions-page.tsx',
  'features/subscriptions/term-choice.tsx',
  'features/subscriptions/use-term-names.ts',
  'features/wallet/buy-dialog.tsx',
  'features/wallet/charge-name.tsx',
  'features/wallet/receipt-dialog.tsx',
  'features/wallet/history-page.tsx',
  'features/cards/*.tsx',
  'features/wallet/coupon-field.tsx',
  'features/wallet/history.tsx',
  'features/wallet/pay-summary.tsx',
  'features/wallet/pay-with.tsx',
  'features/wallet/return-notice.tsx',
  'features/wallet/tip-dialog.tsx',
  'features/wallet/top-up-form.tsx',
  'features/wallet/use-top-up.ts',
  'features/wallet/wallet-page.tsx',
  'routes/creator/studio',
  'routes/creator/subscribers.tsx',
  'routes/subscriptions.tsx',
  'routes/creator/videos',
  'routes/addresses.tsx',
  'routes/checkout.tsx',
  'routes/creator/orders.tsx',
  'routes/orders',
  'routes/device.tsx',
  'routes/purchases.tsx',
  'routes/wallet',
  'ui/chart',
)

/** Texts of parts of `core` that pages with content alone show. */
const viewers = folders(
  'core/api/as-of.tsx',
  'core/content',
  'core/downloads',
  'core/media/kept',
  'core/media/lightbox',
  'core/media/playback',
  'core/media/player',
  'core/media/sound',
  'core/page/back-button.tsx',
  'core/reactions',
  'core/search',
)

/** Texts of the navigation, which stands around pages with content alone. */
const navigation = folders(
  'app/flows/new-menu.tsx',
  'app/flows/studio-nav.tsx',
  'app/layouts/account-menu.tsx',
  'app/layouts/signed-in',
)

const apart = ['**/*.test.*', '**/node_modules/**', '**/dist/**']

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ar'],
  fallbackLocales: { default: 'en' },
  extractors: [serverSentences, babelExtractor],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/entry',
      include: entry,
      exclude: [...apart, ...within(pages), ...within(viewers), ...within(navigation)],
    },
    { path: '<rootDir>/locales/{locale}/pages', include: pages, exclude: apart },
    // The app is written in English, so devices load these only in another language.
    { path: '<rootDir>/locales/{locale}/server', include: sentenceSources, exclude: apart },
    {
      path: '<rootDir>/locales/{locale}/app',
      include: [...folders('features', 'routes'), ...viewers, ...navigation],
      exclude: [...apart, ...within(entry.filter((path) => !/\/(?:app|core)$/.test(path))), ...within(pages)],
    },
  ],
})

function within(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `${path}/**`])
}
