import { StartupError } from '../../startup-error.ts'
import type { Job } from './job.ts'

const ALL = '*'

/**
 * The jobs that `chosen` names: `*` for all, `-name` without one. Where it only leaves out, the rest is meant. Throws `StartupError` for
 * names that no job has, and where nothing is left.
 */
export function chooseJobs<Known extends Pick<Job, 'name'>>(
  jobs: readonly Known[],
  chosen: readonly string[],
): Known[] {
  const out = chosen.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  const named = chosen.filter((name) => !name.startsWith('-') && name !== ALL)
  const known = new Set(jobs.map(({ name }) => name))
  const unknown = [...named, ...out].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new StartupError(
      `WORKER_QUEUES has names that no job has: ${unknown.join(', ')}. The jobs are ${[...known].toSorted().join(', ')}.`,
    )
  }
  const isAll = named.length === 0 || chosen.includes(ALL)
  const own = jobs.filter(({ name }) => (isAll || named.includes(name)) && !out.includes(name))
  if (own.length === 0) throw new StartupError('WORKER_QUEUES leaves out every job. Name one that this process runs.')
  return own
}
