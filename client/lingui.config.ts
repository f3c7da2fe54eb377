import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { sentenceSources, serverSentences } from './build/server-sentences.ts'

const folders = (...paths: string[]) => paths.map((path) => `<rootDir>/${path}`)

/** Texts of the login page and of code that every page shares. This catalogue loads first and has to be small. */
const entry = folders('app', 'core', 'features/login', 'routes/auth/{login,callback/*}.tsx', 'ui')

/** Texts of orders, and of what they need. */
const orders = folders(
  'entities/orders',
  'features/addresses',
  'features/checkout',
  'features/orders',
  'routes/addresses.tsx',
  'routes/checkout.tsx',
  'routes/orders',
)

/** Texts of all else that a fan buys and pays. */
const money = folders(
  'entities/payments/return-notice.tsx',
  'entities/payments/receipt',
  'entities/payments/top-up',
  'entities/downloads',
  'features/budget',
  'features/join',
  'features/purchases',
  'features/subscriptions/change-card.tsx',
  'features/subscriptions/change-card-dialog.tsx',
  'features/subscriptions/next-month.tsx',
  'features/subscriptions/past-subscriptions.tsx',
  'features/subscriptions/pay-choice.tsx',
  'features/subscriptions/subscribe-dialog.tsx',
  'features/subscriptions/subscription-card.tsx',
  'features/subscriptions/subscription-standing.tsx',
  'features/subscriptions/subscriptions-page.tsx',
  'features/subscriptions/term-choice.tsx',
  'features/subscriptions/trials.tsx',
  'features/subscriptions/tell-of-term.ts',
  'features/wallet/buy-dialog.tsx',
  'features/wallet/coupon-field.tsx',
  'features/wallet/history.tsx',
  'entities/tips/goal-progress.tsx',
  'features/wallet/menu-choice.tsx',
  'features/wallet/tip-dialog.tsx',
  'features/wallet/top-up-form.tsx',
  'features/wallet/wallet-page.tsx',
  'features/wallet/way-back.tsx',
  'routes/join',
  'routes/purchases.tsx',
  'routes/subscriptions.tsx',
  'routes/wallet/!(history).tsx',
)

/** Texts of all that a creator makes and sells. */
const studio = folders(
  'entities/bulk',
  'entities/library/!(add-from-library).tsx',
  'features/assets/editor',
  'features/earnings',
  'features/payouts',
  'features/sales',
  'features/studio',
  'entities/content/locked-frame.tsx',
  'features/uploads/{delete-file,file-dialog,library-tile,media-page,prepared-row}.tsx',
  'routes/creator/earnings.tsx',
  'routes/creator/galleries',
  'routes/creator/orders.tsx',
  'routes/creator/payouts.tsx',
  'routes/creator/products',
  'routes/creator/studio',
  'routes/creator/subscribers.tsx',
  'routes/creator/videos',
  'ui/chart',
)

/** The words of mutations, which the outbox and the device page show. */
const words = folders('features/*/mutations.tsx', 'features/studio/drafts/queued-draft.tsx')

/** Texts of large forms, of the search, and of the outbox and the device page with the words of mutations. */
const pages = folders(
  'app/flows/account',
  'app/flows/keyboard/shortcuts-switch.tsx',
  'app/flows/registration',
  'entities/captcha',
  'entities/creators',
  'entities/documents',
  'entities/payments/reminders/reminder-sheet.tsx',
  'features/account',
  'features/conversations/message-search',
  'features/creators/creator-about.tsx',
  'features/creators/page-form.tsx',
  'features/creators/page-media',
  'features/creators/review-card.tsx',
  'features/creators/seller-form.tsx',
  'features/explore/filter-dialog.tsx',
  'features/logout/logout-dialog.tsx',
  'features/messages/composer/edit-queued-message.ts',
  'features/moderation/block-dialog.tsx',
  'features/moderation/blocked-countries.tsx',
  'features/moderation/blocked-page.tsx',
  'features/pages',
  'features/password-reset',
  'features/preferences',
  'features/registration',
  'features/search/!(trending-words).{ts,tsx}',
  'features/social-login',
  'features/subscriptions/prices-form.tsx',
  'features/verification',
  'routes/auth/{forgot,register,register-creator,reset,verify}.tsx',
  'routes/creator/blocked.tsx',
  'routes/creator/verification.tsx',
  'routes/pages',
  'routes/search.tsx',
).concat(words)

/** Texts of content, its creators and its talk. Screens of accounts and payments do without. */
const content = folders(
  'entities/live',
  'entities/tips',
  'features/live/list/live-now-row.tsx',
  'entities/content/follow-to-open.tsx',
  'entities/content/locked-frame.tsx',
  'entities/content/qr-dialog.tsx',
  'entities/content/share-dialog.tsx',
  'entities/decisions/use-category-names.ts',
  'entities/downloads',
  'entities/promos',
  'entities/reactions',
  'features/assets/cards',
  'features/assets/lists',
  'features/assets/pages',
  'features/bookmarks',
  'features/cart/add-to-cart.tsx',
  'features/cart/cart-group-card.tsx',
  'features/cart/cart-line-row.tsx',
  'features/cart/cart-page.tsx',
  'features/cart/line-warnings.tsx',
  'features/cart/quantity-stepper.tsx',
  'features/comments',
  'features/creators/bookmarked-creators.tsx',
  'features/creators/creator-card.tsx',
  'features/creators/creator-chip.tsx',
  'features/creators/creator-facts.tsx',
  'features/creators/creator-header.tsx',
  'features/creators/creator-menu.tsx',
  'features/creators/creator-page.tsx',
  'features/creators/suggested-creators.tsx',
  'features/creators/welcome-video.tsx',
  'features/explore/creator-section.tsx',
  'features/explore/creators-found.tsx',
  'features/explore/explore-page.tsx',
  'features/explore/somebody-new.tsx',
  'features/explore/top-creators.tsx',
  'features/messages',
  'features/posts',
  'features/promos',
  'features/reports/report-dialog.tsx',
  'features/search/trending-words.tsx',
)

/** Texts of live streams and shows, apart from the row and the ring that other pages show. */
const live = folders(
  'entities/tips/goal-progress.tsx',
  'features/live/chat',
  'features/live/shows',
  'features/live/studio',
  'features/live/watch',
  'routes/creator/live',
  'routes/live/!(index).tsx',
  'routes/show',
  'routes/wallet/shows.tsx',
)

/** Texts of the activity of an account, and of the settings of its notifications. */
const activity = folders(
  'features/notifications/activity-choice.tsx',
  'features/notifications/activity-page.tsx',
  'features/notifications/kind-choice.tsx',
  'features/notifications/notice-row.tsx',
  'features/notifications/push-card.tsx',
  'features/notifications/push-dialog.tsx',
  'features/notifications/push-help.tsx',
  'features/notifications/push-settings.tsx',
  'features/notifications/push-words.ts',
  'features/notifications/use-break-sentence.ts',
  'features/notifications/use-push.ts',
  'features/notifications/use-sentence.ts',
)

/** Texts of dialogs over any page, of the way of a shared file into the app, of the first hour, and of the device page. */
const aside = folders(
  'app/flows/keyboard',
  'app/flows/sharing',
  'features/home/first-steps.tsx',
  'routes/share.tsx',
  'features/device',
  'routes/device.tsx',
)

/** Texts of what brings creators and fans together: lists of fans, messages to many, offers, the calendar, figures. */
const reach = folders(
  'entities/fans',
  'entities/library/file-picture.tsx',
  'entities/library/file-status-label.tsx',
  'features/broadcasts',
  'features/calendar',
  'features/fans',
  'features/figures',
  'features/offers',
  'features/pauses',
  'features/subscriptions/moved-notice.tsx',
  'entities/pauses',
  'features/statements',
  'features/subscriptions/subscribers-page.tsx',
  'features/subscriptions/trial-fans.tsx',
  'routes/creator/calendar.tsx',
  'routes/creator/figures.tsx',
  'routes/creator/lists',
  'routes/creator/messages',
  'routes/creator/offers.tsx',
  'routes/creator/statements.tsx',
)

/** Texts of the pages of staff. */
const desk = folders(
  'entities/creators/category-words.ts',
  'entities/decisions',
  'entities/promos',
  'features/desk',
  'routes/desk',
)

/** Texts of small pages that stand alone: the wallet's history, cards, who is live, decisions of staff, and the forms for messages and reports to the owner. */
const lists = folders(
  'entities/captcha',
  'entities/decisions',
  'entities/payments/receipt/charge-name.tsx',
  'features/cards/*.tsx',
  'features/contact',
  'features/decisions',
  'features/live/list/live-page.tsx',
  'features/live/list/stream-card.tsx',
  'features/reports/visitor-report-page.tsx',
  'features/wallet/history-page.tsx',
  'features/wallet/history.tsx',
  'routes/live/index.tsx',
  'routes/report.tsx',
  'routes/user/decisions',
  'routes/wallet/history.tsx',
)

/** Texts of the second factors: their page, the second step of a login, and the sheet that confirms who it is. */
const security = folders('app/flows/session/step-up.tsx', 'features/security', 'routes/user/security.tsx')

const large = [
  ...security,
  ...activity,
  ...aside,
  ...lists,
  ...orders,
  ...money,
  ...studio,
  ...pages,
  ...content,
  ...live,
  ...reach,
  ...desk,
]

/** Texts of parts of `core` that pages with content alone and several of the large ones show. */
const viewers = folders(
  'core/api/as-of.tsx',
  'core/media/lightbox',
  'core/media/playback',
  'core/media/player',
  'core/media/prepare',
  'core/media/sound',
  'core/page/back-button.tsx',
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
      exclude: [...apart, ...within(large), ...within(viewers), ...within(navigation)],
    },
    { path: '<rootDir>/locales/{locale}/money', include: money, exclude: [...apart, ...within(words)] },
    { path: '<rootDir>/locales/{locale}/orders', include: orders, exclude: [...apart, ...within(words)] },
    { path: '<rootDir>/locales/{locale}/studio', include: studio, exclude: [...apart, ...within(words)] },
    { path: '<rootDir>/locales/{locale}/pages', include: pages, exclude: apart },
    { path: '<rootDir>/locales/{locale}/content', include: content, exclude: [...apart, ...within(words)] },
    { path: '<rootDir>/locales/{locale}/live', include: live, exclude: apart },
    { path: '<rootDir>/locales/{locale}/activity', include: activity, exclude: apart },
    { path: '<rootDir>/locales/{locale}/aside', include: aside, exclude: apart },
    { path: '<rootDir>/locales/{locale}/reach', include: reach, exclude: [...apart, ...within(words)] },
    { path: '<rootDir>/locales/{locale}/desk', include: desk, exclude: apart },
    { path: '<rootDir>/locales/{locale}/security', include: security, exclude: apart },
    { path: '<rootDir>/locales/{locale}/lists', include: lists, exclude: apart },
    // The app is written in English, so devices load these only in another language.
    { path: '<rootDir>/locales/{locale}/server', include: sentenceSources, exclude: apart },
    {
      path: '<rootDir>/locales/{locale}/app',
      include: [...folders('entities', 'features', 'routes'), ...viewers, ...navigation],
      exclude: [...apart, ...within(entry.filter((path) => !/\/(?:app|core)$/.test(path))), ...within(large)],
    },
  ],
})

function within(paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `${path}/**`])
}
