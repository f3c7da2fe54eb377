import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../../startup-error.ts'

/**
 * Claims a data directory for this process: one server and one worker may share it. The claim is a socket that the kernel gives up with the process, however
 * it ends, so that no stale lock is ever left. Throws `StartupError` when another server holds it.
 */
export async function lockDataDirectory(
  dataDir: string,
  role: 'server' | 'worker' = 'server',
): Promise<() => Promise<void>> {
  const name = lockName(dataDir, role)
  const socket = (await tryListen(name)) ?? (await takeOverStale(name))
  if (!socket) {
    throw new StartupError(
      `Another Vesper is running on the data directory ${dataDir}. Stop it, or give this one another DATA_DIR.`,
    )
  }
  socket.unref()
  return () => new Promise((done) => socket.close(() => done()))
}

function lockName(dataDir: string, role: 'server' | 'worker'): string {
  const kind = role === 'server' ? 'vesper' : 'vesper-worker'
  const id = `${kind}-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`
  // A leading zero byte is Linux' namespace of sockets without a file.
  return process.platform === 'linux' ? `\0${id}` : join(tmpdir(), `${id}.sock`)
}

/** Only where sockets are files: a killed server leaves one to which nobody answers. */
async function takeOverStale(name: string): Promise<Server | null> {
  if (process.platform === 'win32' || process.platform === 'linux') return null
  const probe = connect(name)
  try {
    await once(probe, 'connect')
    return null
  } catch {
    rmSync(name, { force: true })
    return tryListen(name)
  } finally {
    probe.destroy()
  }
}

async function tryListen(name: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  server.listen(name)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}
