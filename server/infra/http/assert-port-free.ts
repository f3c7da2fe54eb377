import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from '../../startup-error.ts'

/**
 * Throws `StartupError` when somebody listens on the port. uWebSockets.js itself would not notice: it shares ports
 * (SO_REUSEPORT), and two servers would then each get some of the connections.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  probe.listen({ host, port, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} on ${host} is taken by another program. Stop it, or choose another PORT.`)
    }
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be used by this user. Choose a PORT from 1024 on.`)
    throw new StartupError(`Nothing can listen on ${host}:${port}. Check HOST and PORT.`, { cause: error })
  }
  await new Promise((done) => probe.close(done))
}
