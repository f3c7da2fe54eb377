import { createApp } from './create-app.ts'
import type { ComposedApp } from './create-app.ts'
import { readConfig } from './config.ts'
import { assertPortFree } from './infra/http/assert-port-free.ts'
import { runProcess } from './run-process.ts'
import { startServer } from './start-server.ts'
import type { RunningServer } from './start-server.ts'
import { warnOfExposure } from './warn-of-exposure.ts'

await runProcess(async () => {
  const config = readConfig(process.env)
  // Before anything is started for nothing.
  await assertPortFree(config.host, config.port)
  const app = await createApp(config)
  const server = await start(app)
  // The one line on standard output: whoever started this waits for it.
  process.stdout.write(`Vesper is ready at ${config.port === 0 ? server.url : config.publicUrl}\n`)
  return { app, stop: server.stop }
})

async function start(app: ComposedApp): Promise<RunningServer> {
  try {
    if (app.config.seed !== 'none') await seed(app, app.config.seed)
    await warnOfExposure(app)
    return await startServer(app)
  } catch (error) {
    await app.close()
    throw error
  }
}

/** Loaded only where it is wanted: production has no use for the demo and the pictures that it draws. */
async function seed(app: ComposedApp, size: 'demo' | 'small'): Promise<void> {
  const { seedDemo } = await import('./demo/seed.ts')
  await seedDemo(app, size)
}
