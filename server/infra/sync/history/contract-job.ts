import type { App } from '../../../app.ts'
import { inTurn, runPending } from '../../database/migrate.ts'
import { CONTRACT_MIGRATIONS } from '../../database/orm.ts'
import { RELEASE } from '../../database/stored-migrations.ts'
import type { RecurringJob } from '../../jobs/job.ts'

/** Servers of an older release have been away for so many minutes before what they use is taken away. */
const AWAY_MINUTES = 60

/** Runs migrations that take something away, an hour after the last server of another release was seen. */
export const contractJob: RecurringJob = {
  kind: 'recurring',
  name: 'database.contract',
  everySeconds: 600,
  async run(app) {
    if (app.config.migrate !== 'off') await contract(app, CONTRACT_MIGRATIONS)
  },
}

/** Runs the migrations of the folder `path`, unless a server of another release was seen lately. Answers how many. */
export async function contract(app: App, path: string): Promise<number> {
  const [seen] = await app.orm.em
    .fork()
    .execute<{ other: boolean }[]>(
      `select exists (select from "server" where release <> ? and seen_at > now() - make_interval(mins => ?)) as other`,
      [RELEASE, AWAY_MINUTES],
    )
  if (seen?.other !== false) return 0
  const url = app.config.databaseDirectUrl ?? app.orm.config.get('clientUrl') ?? ''
  let applied = 0
  await inTurn(url, async () => {
    applied = await runPending(url, path)
  })
  return applied
}
