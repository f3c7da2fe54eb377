import { defineConfig } from 'playwright/test'
import { findChromium } from '../tools/find-chromium.ts'

const isEndToEnd = process.argv.includes('--project=e2e')
const { executablePath, args } = await findChromium(isEndToEnd ? 'light' : 'whole')

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'e2e', testMatch: '**/*.e2e.ts' },
    { name: 'trials', testMatch: 'trials/*.trial.ts' },
    // A recording would be a part of what is measured.
    { name: 'bench', testMatch: 'bench/*.bench.ts', use: { trace: 'off', screenshot: 'off' } },
  ],
  outputDir: '../test-results',
  globalSetup: './e2e/fixtures/global-setup.ts',
  // Each has a server with a database of its own. Benches and trials measure times, and have nothing beside them.
  workers: isEndToEnd ? 2 : 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes the second time has found something.
  retries: 0,
  // Twice what the slowest test needs where two share two slow cores: only what hangs comes to a limit.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args },
    screenshot: 'only-on-failure',
    // A trace holds actions and logs. Pictures of each step would take a twentieth of the processor.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
})
