import { availableParallelism } from 'node:os'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

const client = { cwd: `${import.meta.dirname}/client` }

/** Files that take a minute begin first. Begun last, one of them would keep all other workers waiting. */
const LONGEST = [
  'server/main.pg.test.ts',
  'sync/testing/simulation.test.ts',
  'server/infra/sync/cursor-race.pg.test.ts',
]

/** Replaces the table of things before the server's modules read it, so that it shares no process with other tests. */
const ADDS_A_THING = 'server/add-thing.pg.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.endsWith(`/${path}`))
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), (file) =>
      isLong(file) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}

/**
 * Sync and client run far east of Greenwich, where days are not those of UTC and clocks change: a mistake with time zones
 * hides in UTC. `TZ` chooses another zone.
 */
const env = { TZ: process.env['TZ'] ?? 'Pacific/Auckland' }

/** `--exclude` leaves the projects as they are: `npm run test:changed` chooses the tests on PostgreSQL by another way. */
const withoutPostgres = process.env['WITHOUT_POSTGRES'] === '1' ? ['**/*.pg.test.ts'] : []

/**
 * A project for each workspace, and one for a test that shares no process. A `*.pg.test.ts` needs the PostgreSQL that the
 * server's global set-up starts. Where tests keep no state outside of themselves, workers read the modules once instead of
 * once a file.
 */
export default defineConfig({
  test: {
    // Much of a test's time goes by in waiting, for PostgreSQL above all.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // A statement or a drawing may take seconds on a busy machine. A wait ends by what it waits for, and these times are
    // no assertion.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['tools/patient-waits.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sync',
          env,
          environment: 'node',
          isolate: false,
          include: ['sync/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', ADDS_A_THING, ...withoutPostgres],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server with a new thing',
          environment: 'node',
          include: [ADDS_A_THING],
          exclude: ['**/node_modules/**', ...withoutPostgres],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        // Of the client's Vite plugins, only those that its sources cannot be read without.
        plugins: [lingui({ ...client, macroTransform: true })],
        test: {
          name: 'client',
          env,
          environment: 'node',
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**', '**/dist/**', '**/node_modules/**'],
          // Modules hold the state of a tab: each file has a context of its own, in a process that is there already.
          pool: 'vmForks',
          setupFiles: ['client/testing/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          environment: 'node',
          include: ['tools/**/*.test.ts'],
        },
      },
    ],
  },
})
