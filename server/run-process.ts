import { inspect } from 'node:util'
import type { ComposedApp } from './create-app.ts'
import { scrub } from './infra/http/log.ts'
import { StartupError } from './startup-error.ts'

/** Runs a process from `start` until a signal stops it; exits with 1 and the reason when it cannot start. */
export async function runProcess(
  start: () => Promise<{ app: ComposedApp; stop: () => Promise<void> }>,
): Promise<never> {
  const stopSignal = new Promise<NodeJS.Signals>((received) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, received)
    // With a terminal it says that the terminal is gone. Anywhere else programs send it to have settings read again.
    process.on('SIGHUP', process.stdin.isTTY ? received : () => {})
  })
  try {
    const { app, stop } = await start()
    await stopSignal
    app.log.info('stopping')
    await stop()
    await app.close()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof StartupError ? error.message : scrub(inspect(error))}\n`)
    process.exit(1)
  }
}
