import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const READY = /^Vesper (?:is ready at (\S+)|runs jobs)$/m
const END_WITH_PARENT = import.meta.resolve('./end-with-parent.ts')
const programs = {
  main: join(import.meta.dirname, '..', 'main.ts'),
  worker: join(import.meta.dirname, '..', 'worker.ts'),
}

export type ServerProcess = {
  child: ChildProcessWithoutNullStreams
  stdout: () => string
  stderr: () => string
  /** The address once it is ready, of a worker the empty text; rejects with what it said if it ends before. */
  ready: Promise<string>
  /** Its exit code, null after a signal that it did not handle. */
  exited: Promise<number | null>
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the server, or a worker, as a process of its own, without demo data, on a free port unless `env` says otherwise. */
export function spawnServer(env: Record<string, string>, program: 'main' | 'worker' = 'main'): ServerProcess {
  return followServer(
    spawn(process.execPath, ['--import', END_WITH_PARENT, programs[program]], {
      env: { ...process.env, NODE_ENV: 'development', SEED: 'none', PORT: '0', RATE_LIMITS: 'off', ...env },
    }),
  )
}

/** Listens to a process that runs the server, or a worker. */
export function followServer(child: ChildProcessWithoutNullStreams): ServerProcess {
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const said = READY.exec(stdout)
      if (said) resolve(said[1] ?? '')
    })
    void exited.then((code) => reject(new Error(`The server ended with ${code}: ${stderr}`)))
  })
  ready.catch(() => {})
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ready,
    exited,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}
