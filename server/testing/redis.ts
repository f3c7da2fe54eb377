import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../infra/database/embedded/free-port.ts'
import { isServiceThere } from './required-services.ts'

export type TestRedis = {
  url: string
  /** Lets it answer nothing, until `resume`; connections stay. */
  pause: () => void
  resume: () => void
  /** Kills it. */
  stop: () => Promise<void>
}

/** True where a Redis is installed; tests that need one are skipped without it, or fail with `REQUIRE_SERVICES=1`. */
export const hasRedis = isServiceThere('redis-server', spawnSync('redis-server', ['--version']).status === 0)

/** Starts the `redis-server` of the search path on a free port of 127.0.0.1; it keeps nothing on the disk. */
export async function startRedis(givenPort?: number): Promise<TestRedis> {
  const port = givenPort ?? (await freePort())
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(server, 'exit')
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    server.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve()
    })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGKILL')
      await exited
    },
  }
}
