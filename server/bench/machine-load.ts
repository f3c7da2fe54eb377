import { availableParallelism, loadavg } from 'node:os'

/** The load of the machine in the last minute, as figures of a bench are to be read with: '1.4 of 2 cores'. */
export function machineLoad(): string {
  return `${(loadavg()[0] ?? 0).toFixed(1)} of ${availableParallelism()} cores`
}
