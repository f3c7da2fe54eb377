import type { App } from '../../../app.ts'
import { workThroughDue } from '../../../infra/jobs/work-through.ts'

const BATCH = 100

type Due = {
  /** SQL from `from` on: posts `s` with a condition whose last parameter is the present time. */
  of: string
  /** Gives how many posts of the creator it has done. */
  work: (performerId: string) => Promise<number>
  signal?: AbortSignal | undefined
}

/** Works on the due posts of each creator in turn; gives how many. The creator of a run that fails holds up no other. */
export async function workThroughCreators(app: App, { of, work, signal }: Due): Promise<number> {
  let done = 0
  await workThroughDue(app, {
    find: (except) =>
      app.orm.em
        .fork()
        .execute<{ id: string }[]>(
          `select distinct s.performer_id as id ${of} and s.performer_id <> all(?::uuid[]) limit ?`,
          [app.clock(), `{${except.join()}}`, BATCH],
        ),
    idOf: ({ id }) => id,
    work: async ({ id }) => {
      done += await work(id)
    },
    signal,
  })
  return done
}
