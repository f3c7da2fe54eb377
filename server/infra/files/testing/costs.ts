import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The most at one time while some work ran: kilobytes of memory of one program, and bytes on the disk more than before. */
export type Costs = { programKilobytes: number; diskBytes: number; ms: number }

const EVERY_MS = 10

/** Runs work, and looks all the while at the programs that this process has started and at the folders. Linux only. */
export async function costsOf(folders: readonly string[], work: () => Promise<unknown>): Promise<Costs> {
  const before = bytesIn(folders)
  const costs: Costs = { programKilobytes: 0, diskBytes: 0, ms: 0 }
  const look = (): void => {
    costs.diskBytes = Math.max(costs.diskBytes, bytesIn(folders) - before)
    for (const pid of programsOf(process.pid)) {
      costs.programKilobytes = Math.max(costs.programKilobytes, peakOf(pid))
    }
  }
  const began = performance.now()
  const timer = setInterval(look, EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
    costs.ms = performance.now() - began
  }
  return costs
}

function programsOf(pid: number): number[] {
  const tasks = list(`/proc/${pid}/task`)
  const children = tasks.flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean))
  return children.flatMap((child) => [Number(child), ...programsOf(Number(child))])
}

function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
}

function bytesIn(folders: readonly string[]): number {
  let sum = 0
  for (const folder of folders) {
    for (const entry of list(folder)) {
      const path = join(folder, entry)
      const found = statSync(path, { throwIfNoEntry: false })
      sum += found?.isDirectory() ? bytesIn([path]) : (found?.blocks ?? 0) * 512
    }
  }
  return sum
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
