import { basename } from 'node:path'

/** The tests for a change: arguments for Vitest and Playwright. */
export type ChangedTests = {
  /** Changed sources: Vitest runs the tests that import them, apart from those on PostgreSQL. */
  related: string[]
  /** Folders or files with tests on PostgreSQL. `['server/']` stands for all. */
  server: string[]
  /** Names of browser tests. */
  browser: string[]
}

/**
 * Browser tests by domain: parts of the names of files in `client/e2e`. A domain is a folder of `client/features`, of
 * `server/domains`, or the name of a file in `sync/vesper`.
 */
const browserTests: Record<string, readonly string[]> = {
  account: ['avatar', 'change-email', 'refused-profile', 'account-wall'],
  accounts: ['login', 'registration', 'password-form', 'account-wall'],
  auth: ['login', 'registration', 'password-form'],
  cart: ['cart'],
  connection: ['first-visit', 'offline-story'],
  conversations: ['home', 'list-direction', 'search', 'creator-to-creator', 'live-thread'],
  creators: ['creator-pages', 'follows'],
  device: ['device-page', 'device-verify', 'mutation-history'],
  drafts: ['drafts', 'draft-videos', 'post-edits', 'two-tabs-draft'],
  follows: ['follows'],
  messages: ['live-thread', 'thread-', 'refused-message', 'photos', 'receipts', 'durability'],
  navigation: ['route-guards', 'keyboard'],
  outbox: ['offline-story', 'refused-message', 'retry-waiting', 'durability'],
  performers: ['creator-pages', 'registration'],
  posts: ['feeds', 'studio-posts', 'post-edits'],
  preferences: ['preferences'],
  products: ['cart', 'creator-pages'],
  reactions: ['reactions'],
  session: ['login', 'logout', 'route-guards', 'account-wall'],
  studio: ['drafts', 'draft-videos', 'studio-posts', 'post-edits'],
  update: ['update'],
}

/** The server without its domains: a change there concerns every test on PostgreSQL. */
const SERVER_BASE = /^server\/(infra|content|testing|[^/]+\.ts$)/
/** Browser tests of the engine and of what carries all features. */
const ENGINE = /^(sync\/engine\/|client\/(core|service-worker)\/)/
const ENGINE_TESTS = ['offline-story', 'durability', 'two-tabs', 'account-wall']

/** The tests of the changed files: paths from the root of the repository. */
export function changedTests(files: readonly string[]): ChangedTests {
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  const inBrowser = sources.filter((file) => /^client\/e2e\/.*\.e2e\.ts$/.test(file)).map((file) => basename(file))
  const forDomains = sources.flatMap((file) => browserTests[domainOf(file) ?? ''] ?? [])
  const forEngine = sources.some((file) => ENGINE.test(file)) ? ENGINE_TESTS : []
  return {
    related: sources.filter((file) => !file.startsWith('client/e2e/')),
    server: serverTests(sources),
    browser: [...new Set([...inBrowser, ...forDomains, ...forEngine])].toSorted(),
  }
}

function serverTests(sources: readonly string[]): string[] {
  if (sources.some((file) => SERVER_BASE.test(file) && !file.endsWith('.test.ts'))) return ['server/']
  const own = sources.filter((file) => SERVER_BASE.test(file) && file.endsWith('.pg.test.ts'))
  const folders = sources.flatMap((file) => {
    const domain = domainOf(file)
    return domain && !file.startsWith('client/') ? [`/${domain}/`] : []
  })
  const engine = sources.some((file) => file.startsWith('sync/engine/')) ? ['server/infra/sync/'] : []
  // The table of calls, and who may make them, are made of all domains.
  const all = folders.length > 0 ? ['server/infra/http/'] : []
  return [...new Set([...own, ...folders, ...engine, ...all])].toSorted()
}

function domainOf(file: string): string | null {
  const folder = /^(?:server\/domains\/[^/]+|client\/features)\/([^/]+)\//.exec(file)
  const record = /^sync\/vesper\/(?:api|records|mutations)\/([^/.]+)/.exec(file)
  return folder?.[1] ?? record?.[1] ?? null
}
