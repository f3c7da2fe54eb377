import type { Rolldown } from 'vite'
import { sharedWithVisitors } from './shared-with-visitors.ts'

type Group = Rolldown.CodeSplittingGroup

/** Libraries that some pages need. */
const libraries: Group[] = ['react-hook-form', 'swr', 'dexie', '@radix-ui', '@tanstack/virtual-core'].map(
  (library) => ({
    name: library.replace(/^@|\/.*/g, ''),
    test: new RegExp(`node_modules/${library}/`),
    priority: 4,
  }),
)

/**
 * Dozens of small files compress badly, so folders that are used together make one chunk. A chunk also takes what its modules
 * import, as far as no chunk of higher priority has it. Modules that a page loads later lie in folders that are left out here.
 */
export const chunks: Group[] = [
  { name: 'shell', tags: ['$initial'], priority: 4 },
  // Tabs come with what menus need as well, and without the menus.
  { name: 'tabs', test: /node_modules\/@radix-ui\/react-tabs\//, priority: 4 },
  ...libraries,
  // Forms come apart from the rest of `ui`: the login page has to be small.
  {
    name: 'forms',
    test: /\/client\/(ui\/form\/|core\/forms\/(?!use-kept-form|parse-whole|local-time)|core\/session\/(hash-password|intention))|\/sync\/vesper\/api\/login-answer/,
    priority: 4,
  },
  // Pages of visitors share these with editors of an account: else they would come with the engine.
  { name: 'accounts', test: /\/sync\/vesper\/api\/(auth|username)\./, priority: 4 },
  {
    name: 'ui',
    test: /\/client\/(ui\/(?!controls\/placeholder-canvas|overlay\/(menu-content|sheet-menu|sonner-toaster|tabs)\.|form\/|chart\/)|core\/page\/|entities\/content\/unlock-button|core\/(i18n\/normalize-digits|forms\/parse-whole))/,
    priority: 3,
  },
  // Posts and messages share these: else posts would come with the thread.
  {
    name: 'links',
    test: /\/client\/entities\/content\/(linked-text|file-kinds)|\/sync\/vesper\/records\/link-segments/,
    priority: 3,
  },
  { name: sharedWithVisitors, priority: 2.5 },
  // Players come with the first play, the wrappers that load them with every page.
  { name: 'player', test: /\/client\/core\/media\/(playback|player|sound)\/(?!(video|sound)-player\.)/, priority: 1 },
  {
    name: 'media',
    test: /\/client\/core\/media\/(?!csv-of|sized-image|lightbox\/|prepare\/|(playback|player|sound)\/(?!(video|sound)-player\.))/,
    priority: 2,
  },
  // Pages with portraits alone do without these.
  { name: 'pictures', test: /\/client\/(core\/media\/sized-image|ui\/controls\/placeholder-canvas)/, priority: 2 },
  // Icons of many pages come together. One of a few pages stands alone: in the chunk of one of them it would bring that along.
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 10, priority: 4 },
  {
    name: (id) => `icon-${/([\w-]+)\.\w+$/.exec(id)?.[1]}`,
    test: /node_modules\/lucide-react\/dist\/esm\/icons\//,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'login', test: /\/client\/(features\/login|routes\/auth\/login|app\/layouts\/public)/, priority: 2 },
  // The engine comes with what starts it.
  {
    name: 'conversations',
    test: /\/client\/(app\/boot|app\/layouts\/signed-in|core\/live|features\/conversations\/(?!message-search|mutations\.|mute-many)|routes\/messages\/(?!\$))/,
    priority: 2,
  },
  {
    name: 'thread',
    test: /\/client\/(features\/messages\/(?!menu|mutations\.)|routes\/messages\/\$)/,
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
export const calledOnLoad = /^(shell|conversations|thread|dexie|tanstack)$/
