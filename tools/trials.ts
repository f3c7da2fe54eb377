// npm run trials [-- <name>]: what takes too long for every change, in real browsers.
import { buildClient } from './build-client.ts'
import { run } from './run.ts'

await buildClient()
const args = ['test', '--config', 'client/playwright.config.ts', '--project=trials', ...process.argv.slice(2)]
const { code } = await run('playwright', args, { output: 'shown' })
process.exit(code)
