import { basename } from 'node:path'
import { browserTests, engineTests, frameTests, subjectOf } from './browser-tests.ts'

/** The tests of a change: arguments for Vitest and Playwright. */
export type ChangedTests = {
  /** Changed sources: Vitest runs the tests that import them, apart from those on PostgreSQL. */
  related: string[]
  /** Folders or files with tests on PostgreSQL. `['server/']` stands for all. */
  server: string[]
  /** Names of browser tests, without `.e2e.ts`. */
  browser: string[]
}

/** The server without its domains: a change there concerns every test on PostgreSQL. */
const SERVER_BASE = /^server\/(infra|content|testing|[^/]+\.ts$)/
const ENGINE = /^(sync\/engine\/|client\/(core|service-worker)\/)/
const FRAME = /^client\/(app|routes|main\.tsx)/
/** The table of every call and who may make it. */
const ACCESS = 'server/domains/people/accounts/access.pg.test.ts'

/** The tests of the changed files: paths from the root of the repository. */
export function changedTests(files: readonly string[]): ChangedTests {
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  const inBrowser = sources
    .filter((file) => /^client\/e2e\/.*\.e2e\.ts$/.test(file))
    .map((file) => basename(file, '.e2e.ts'))
  // A changed test is no change of what browsers see.
  const effective = sources.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  const forSubjects = effective.flatMap((file) => browserTestsOf(file))
  const forEngine = effective.some((file) => ENGINE.test(file)) ? engineTests : []
  const forFrame = effective.some((file) => FRAME.test(file)) ? frameTests : []
  return {
    related: sources.filter((file) => !file.startsWith('client/e2e/')),
    server: serverTests(sources),
    browser: [...new Set([...inBrowser, ...forSubjects, ...forEngine, ...forFrame])].toSorted(),
  }
}

/** The row of `browserTests` that a file belongs to, or null. */
export function rowOf(file: string): string | null {
  const folder = /^(?:server\/domains\/[^/]+|client\/(?:features|entities))\/([^/]+)\//.exec(file)?.[1]
  if (folder !== undefined) return folder
  const name = /^sync\/vesper\/(?:(?:api|records|mutations)\/)?([^/.]+)\.ts$/.exec(file)?.[1]
  if (name === undefined) return null
  const base = name.replace(/-fields$/, '')
  return (
    [name, subjectOf[name], `${name}s`, base, `${base}s`].find((row) => row !== undefined && row in browserTests) ??
    name
  )
}

function browserTestsOf(file: string): readonly string[] {
  const tests = browserTests[rowOf(file) ?? ''] ?? []
  return typeof tests === 'string' ? [] : tests
}

function serverTests(sources: readonly string[]): string[] {
  const own = sources.filter((file) => file.endsWith('.pg.test.ts'))
  const effective = sources.filter((file) => !file.endsWith('.test.ts'))
  if (effective.some((file) => SERVER_BASE.test(file) && !file.includes('/testing/'))) return ['server/']
  const folders = effective.flatMap((file) => {
    const domain = /^server\/domains\/[^/]+\/[^/]+\//.exec(file)?.[0]
    if (domain !== undefined) return [domain]
    const row = file.startsWith('sync/vesper/') ? rowOf(file) : null
    return row === null ? [] : [`/${row}/`]
  })
  const engine = effective.some((file) => file.startsWith('sync/engine/')) ? ['server/infra/sync/'] : []
  const access = folders.length > 0 ? [ACCESS] : []
  return [...new Set([...own, ...folders, ...engine, ...access])].toSorted()
}
