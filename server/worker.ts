import { readConfig } from './config.ts'
// Runs the jobs of servers that run none themselves (JOBS=off): `node server/worker.ts`, with the servers' environment.
import { createApp } from './create-app.ts'
import { startInternalServer } from './infra/observe/internal-server.ts'
import { keepLease } from './infra/sync/history/server-lease.ts'
import { runProcess } from './run-process.ts'

await runProcess(async () => {
  const app = await createApp(readConfig(process.env), { role: 'worker' })
  const running = await app.jobs.run(app).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const internal = await startInternalServer(app)
  const kept = await keepLease(app)
  process.stdout.write('Vesper runs jobs\n')
  return {
    app,
    stop: async () => {
      internal?.leave()
      await running.stop()
      await kept.stop()
      await internal?.stop()
    },
  }
})
