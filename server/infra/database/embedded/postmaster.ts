import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const STOP_LIMIT_MS = 15_000

/** True when the cluster's postmaster is `pid` and takes connections. */
export function isReady(cluster: string, pid: number | undefined): boolean {
  const lines = pidFileLines(cluster)
  // The file's eighth line is the state.
  return lines !== null && Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/** The port of the postmaster that the cluster's pid file names; null without one. */
export function portOf(cluster: string): number | null {
  const lines = pidFileLines(cluster)
  return lines === null ? null : Number(lines[3])
}

/**
 * Ends the postmaster that a killed server has left running on the cluster. A pid file whose process is gone, or has
 * become some other program (containers and reboots reuse numbers), is removed: PostgreSQL would refuse to start.
 */
export async function endOrphanedPostmaster(cluster: string): Promise<void> {
  const pid = Number(pidFileLines(cluster)?.[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmasterOf(cluster, pid)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  for (const start = Date.now(); isPostmasterOf(cluster, pid); await delay(20)) {
    if (Date.now() - start > STOP_LIMIT_MS) {
      process.kill(pid, 'SIGQUIT')
      await delay(1_000)
      if (!isPostmasterOf(cluster, pid)) break
      throw new Error(`PostgreSQL (process ${pid}) of an earlier Vesper still runs on ${cluster} and does not stop.`)
    }
  }
}

function pidFileLines(cluster: string): string[] | null {
  const file = join(cluster, 'postmaster.pid')
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : null
  } catch {
    return null
  }
}

function isPostmasterOf(cluster: string, pid: number): boolean {
  const line = commandLine(pid)
  return line !== null && line.includes('postgres') && (line.includes(cluster) || line.includes(realpathSync(cluster)))
}

/** The command line of a running process; null when there is none. A zombie has an empty one. */
function commandLine(pid: number): string | null {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return null
  }
}
