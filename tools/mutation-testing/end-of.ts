import type { ChildProcess } from 'node:child_process'

/** Waits for the end of a process, which a signal kills with all that it has started. Gives its code. */
export function endOf(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout?.resume()
    child.stderr?.resume()
    const kill = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    }
    if (signal.aborted) kill()
    signal.addEventListener('abort', kill, { once: true })
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill)
      resolve(code ?? 1)
    })
  })
}
