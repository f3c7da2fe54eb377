import type { Rolldown } from 'vite'
import { sharedWithEngine } from './shared-with-engine.ts'

type Group = Rolldown.CodeSplittingGroup

/** Libraries that some pages need. */
const libraries: Group[] = ['react-hook-form', 'swr', 'dexie', '@radix-ui', '@tanstack/virtual-core'].map(
  (library) => ({
    name: library.replace(/^@|\/.*/g, ''),
    test: new RegExp(`node_modules/${library}/`),
    priority: 5,
  }),
)

/** The modules of a folder of the client, by the ends of their paths without the ending of the file. */
function inClient(...paths: string[]): RegExp {
  return new RegExp(`/client/(${paths.join('|')})\\.tsx?$`)
}

/**
 * Dozens of small files compress badly, so modules that are used together make one chunk. A chunk also takes what its
 * modules import, as far as no chunk of higher priority has it. Among those of one priority the first one has it. A module
 * that a page loads later stays out of the chunks here: it would come at once.
 */
export const chunks: Group[] = [
  { name: 'shell', tags: ['$initial'], priority: 5 },
  // Tabs come with what menus need as well, and without the menus.
  { name: 'tabs', test: /node_modules\/@radix-ui\/react-tabs\//, priority: 5 },
  ...libraries,
  { name: sharedWithEngine, priority: 4.5 },
  // Icons of many pages come together. One of a few pages stands alone: in the chunk of one of them it would bring that along.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 14, priority: 5 },
  {
    name: 'tab-icons',
    test: /lucide-react\/dist\/esm\/icons\/(ban|bell|compass|house|message-circle|newspaper|search|user-round)\./,
    priority: 5,
  },
  {
    name: (id) => `icon-${/([\w-]+)\.\w+$/.exec(id)?.[1]}`,
    test: /node_modules\/lucide-react\/dist\/esm\/icons\//,
    minShareCount: 2,
    priority: 4,
  },
  // The engine refuses with these words, too.
  { name: 'refusals', test: /\/sync\/engine\/protocol\/validation-message/, priority: 4 },
  { name: 'notice', test: inClient('ui/form/(notice|use-action)'), priority: 4 },
  { name: 'intention', test: inClient('core/session/intention'), priority: 4 },
  // Almost every page needs these, also those of visitors, which do without the engine.
  {
    name: 'base',
    test: inClient(
      'ui/controls/(badge|menu-button)',
      'ui/text/(announcer|date-format|format-money|page-header)',
      'ui/use-is-wide-screen',
      'core/media/(avatar|use-image-retry)',
      'entities/content/(content-actions|content-dialog)',
      'entities/live/use-live-name',
    ),
    priority: 4,
  },
  // The login page has to be small: it has these without other forms.
  {
    name: 'fields',
    test: inClient('ui/form/(field|text-field|password-field|checkbox|form-alert)', 'core/session/hash-password'),
    priority: 4,
  },
  // Pictures that a device may leave out.
  {
    name: 'data-saver',
    test: inClient(
      'core/data-budget/[\\w-]+',
      'core/media/(use-data-saver-image|image-unavailable)',
      'ui/controls/image-overlay',
    ),
    priority: 3,
  },
  { name: 'tokens', test: inClient('ui/text/token-amount', 'core/settings/token-price'), priority: 3 },
  { name: 'delivery', test: inClient('core/sync/(delivery-state(-label)?|set-toggle)'), priority: 4 },
  // Small parts of unlike pages: each would come with the chunk of one of them.
  {
    name: 'parts',
    test: inClient(
      'core/api/(as-of|use-action-with-toast|use-ask-again)',
      'core/media/(clock-time|playable-video|take-player-turn)',
      'core/media/sound/sound-player',
      'core/page/back-button',
      'entities/content/use-count-now',
      'entities/live/live-badge',
      'ui/controls/progress',
      'ui/list/card',
      'ui/use-(minute|now)',
    ),
    priority: 4,
  },
  {
    name: 'typing',
    test: inClient(
      'core/forms/parse-whole',
      'core/i18n/normalize-digits',
      'ui/controls/media-input',
      'ui/form/(field-notes|pasted-overflow)',
      'ui/text/(caret-after|text-direction)',
    ),
    priority: 4,
  },
  { name: 'purposes', test: /\/sync\/(media\/media-types|vesper\/purposes|vesper\/api\/view-sources)\./, priority: 4 },
  {
    name: (id) => /([\w-]+)\.tsx?$/.exec(id)?.[1] ?? null,
    test: inClient(
      'core/connection/use-error-while-true',
      'core/media/(upload-previews|use-upload-preview)',
      'core/sync/list-unavailable',
      'entities/content/(content-menu|unlock-button|use-content-actions)',
      'entities/live/live-avatar',
      'features/conversations/presence-avatar',
      'ui/controls/placeholder-canvas',
      'ui/form/text-link',
      'ui/overlay/menu',
    ),
    priority: 3,
  },
  { name: 'answers-of-posts', test: /\/sync\/vesper\/api\/(files|performers|posts|users)\./, priority: 2 },
  { name: 'folded-text', test: /\/sync\/vesper\/records\/folded-text\./, priority: 3 },
  // Pages of visitors share these with editors of an account: else they would come with the engine.
  { name: 'accounts', test: /\/sync\/vesper\/(api\/(username|performer-fields)|records\/subscription)\./, priority: 4 },
  { name: 'records', test: /\/sync\/vesper\/records\/(file|post|product)\./, priority: 4 },
  // Fans read with these, and creators write with them.
  { name: 'things', test: /\/sync\/vesper\/api\/(tags|post-fields)\./, priority: 3 },
  { name: 'assets', test: /\/sync\/vesper\/(api\/(assets|asset-fields)|records\/asset)\./, priority: 3 },
  { name: 'frame', test: inClient('app/layouts/signed-in/signed-in-layout'), priority: 4 },
  // The engine, and what else runs for an account whatever its page.
  { name: 'engine', test: inClient('app/boot/start-session-services'), priority: 4 },
  {
    name: 'recent',
    test: inClient('features/conversations/(recent-conversations|conversation-preview|use-list-badges)'),
    priority: 3,
  },
  {
    name: 'dialogs',
    test: inClient('ui/overlay/(confirm-dialog|dialog|use-menu-button|use-modal|use-close-on-back)'),
    priority: 3,
  },
  {
    name: 'lists',
    test: inClient('core/api/use-paged-list', 'ui/list/(list-item|paged-list)'),
    priority: 2,
  },
  { name: 'answers', test: inClient('core/api/use-cached-query'), priority: 3 },
  { name: 'login', test: /\/client\/(features\/login|routes\/auth\/login|app\/layouts\/public)/, priority: 2 },
  // Posts and messages share these: else posts would come with the thread.
  { name: 'links', test: inClient('entities/content/(linked-text|file-kinds)'), priority: 3 },
  {
    name: 'playable',
    test: inClient('core/media/(being-prepared|player/video-player)'),
    priority: 3,
  },
  // Posts and things that are for sale share these.
  {
    name: 'offers',
    test: inClient(
      'core/page/use-shown-count',
      'entities/content/(bought-badge|follow-to-open|lazy-subscribe-offer|page-path|subscribe-to-open)',
      'entities/content/(share-menu|share-page|use-least-price|view-source)',
      'entities/reactions/reactions',
    ),
    priority: 2,
  },
  {
    name: 'posts',
    test: inClient(
      'entities/content/locked-frame',
      'entities/reactions/reaction-buttons',
      'features/posts/(access-badge|post-card|post-head|post-reactions|post-text|posts-skeleton|seen-posts)',
      'features/posts/media/[\\w-]+',
      'ui/text/post-time',
    ),
    priority: 2,
  },
  // Players come with the first play, the wrappers that load them with every page.
  { name: 'player', test: /\/client\/core\/media\/(playback|player|sound)\/(?!(video|sound)-player\.)/, priority: 1 },
  {
    name: 'media',
    test: /\/client\/core\/media\/(?!csv-of|lightbox\/|prepare\/|use-upload-preview|(playback|player|sound)\/)/,
    priority: 1,
  },
  {
    name: 'conversations',
    test: /\/client\/(features\/conversations\/(?!message-search|mutations\.|mute-many|conversation-header|recent-conversations)|routes\/messages\/(?!\$))/,
    priority: 2,
  },
  {
    name: 'thread',
    test: /\/client\/(features\/messages\/(?!menu|mutations\.|edit\/|voice\/|composer\/edit-)|routes\/messages\/\$)/,
    priority: 1,
  },
  // The editors of assets share it with the thread, which they do without.
  { name: 'library', test: /\/client\/entities\/library\/add-from-library/, priority: 2 },
  { name: 'verify', test: /\/sync\/engine\/verify\//, priority: 1 },
  // Mutations and records that only creators write.
  {
    name: 'authoring',
    test: /\/sync\/vesper\/(mutations\/|records\/(merge-|post-draft)|vesper-model)|node_modules\/node-diff3\//,
    priority: 0,
  },
]

/** Chunks of functions that are mostly called when the app starts. */
export const calledOnLoad = /^(shell|frame|engine|conversations|thread|dexie|tanstack)$/
