import type { App } from '../../app.ts'

/** Names the jobs whose work no process runs; null where there are none. */
export function queueWarning({ jobs }: Pick<App, 'jobs'>): Promise<string | null> {
  const names = jobs.unattended()
  return Promise.resolve(names.length === 0 ? null : `no process runs ${names.join(', ')}`)
}
