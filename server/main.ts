import { readConfig } from './config.ts'
import { createApp } from './create-app.ts'
import type { ComposedApp } from './create-app.ts'
import { assertPortFree } from './infra/http/assert-port-free.ts'
import { loadOptional } from './load-optional.ts'
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
    const { seed } = app.config
    // Loaded only where it is wanted: production has no use for the demo and the pictures that it draws.
    const load = () => loadOptional(() => import('./demo/seed.ts'), { name: 'demo data', without: 'SEED=none' })
    const demo = seed === 'none' ? null : { size: seed, ...(await load()) }
    if (demo) await demo.seedDemo(app, demo.size)
    await warnOfExposure(app)
    const server = await startServer(app)
    const rest = demo?.completeDemo(app, demo.size)
    return { ...server, stop: () => Promise.resolve(rest?.stop()).then(server.stop) }
  } catch (error) {
    await app.close()
    throw error
  }
}
