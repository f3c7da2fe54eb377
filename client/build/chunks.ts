import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/** The login page, and what it is made of. */
const login = /client\/(app\/flows\/session\/log-in|routes\/auth\/login|features\/login\/|app\/layouts\/public-layout)/

/** What is needed as soon as somebody is signed in: the navigation, the engine and the list of conversations. */
const conversations =
  /client\/(app\/(boot\/start-session|layouts\/(signed-in|primary)|flows\/account\/sync-preferences)|core\/(live|sync\/(sync-provider|sync(-engine)?\.ts))|features\/(conversations\/(?!recent|message-search)|cart\/(cart-badge|use-cart|pending-lines|line-changes)\.)|routes\/messages\/(index|route))|\/sync\/engine\/(?!health|verify\/(?!background)|local\/(evict|keep-files|sweep-files|tab-lock|collect-strings)|core\/plan-eviction|dexie\/range-watch|outbox-backup\/(restore-backup|cache-backup|outbox-backup)|online-mutation|single-request)|\/sync\/vesper\/(?!api|vesper-model|mutations\/(registry|drafts|posts)|records\/(merge-|post))/

/** What creators alone write, which a fan's device does without. */
const authoring =
  /\/sync\/vesper\/(vesper-model|mutations\/(registry|drafts|posts)|records\/(merge-|post)|api\/post-fields)|node_modules\/node-diff3\//

/** What compares the cache with the server, long after the app has started, and what tells about the device. */
const comparing = /\/sync\/engine\/(health|verify\/(?!background))/

/** A thread, which the list does without. */
const thread =
  /client\/(features\/messages\/(?!mutations|message-question|message-menu-content|composer\/edit-queued)|routes\/messages\/\$)|\/sync\/engine\/dexie\/range-watch/

/**
 * Dozens of small files compress badly: one for what every page needs first, one for each library that some pages need,
 * and what pages of our own share in a few.
 */
export const chunks: Group[] = [
  { name: 'shell', tags: ['$initial'], priority: 3 },
  { name: 'login', test: login, priority: 2 },
  {
    name: 'controls',
    test: /client\/ui\/(field|text-field|notice|use-action|text-link|form-alert)/,
    priority: 3,
  },
  { name: 'conversations', test: conversations, priority: 2 },
  { name: 'thread', test: thread, priority: 1 },
  { name: 'comparing', test: comparing, priority: 1 },
  { name: 'authoring', test: authoring, priority: 0 },
  ...['react-hook-form', 'swr', 'dexie', '@radix-ui', '@tanstack/virtual-core'].map((library) => ({
    name: library.replace(/^@|\/.*/g, ''),
    test: new RegExp(`node_modules/${library}/`),
    priority: 3,
  })),
]

/** Most of what these hold is called when the app starts. */
export const calledOnLoad = /^(shell|conversations|thread|dexie|tanstack)$/
