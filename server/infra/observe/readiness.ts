import type { App } from '../../app.ts'

const DATABASE_LIMIT_MS = 2_000

/** An answer of `/ready`: 200, or 503 with what stands against requests. */
export type Readiness = { status: 200 | 503; value: { status: string; warnings?: string[] } }

/** The last warnings that each app wrote to its log, without the figures in them. */
const logged = new WeakMap<App, string>()

/**
 * Tells whether a process can serve: it does not stop, the database answers, and no domain is against it; the schema is up to
 * date since before listening. `warnings` has
 * troubles that leave room for requests, for the operator alone. New ones are logged.
 */
export async function readinessOf(app: App, { isLeaving }: { isLeaving: boolean }): Promise<Readiness> {
  // Nothing else is asked: a proxy that waits for the answer sends callers here meanwhile.
  if (isLeaving) return { status: 503, value: { status: 'draining' } }
  const { readiness, warnings } = app.domains
  const [obstacle] = (await databaseAnswers(app)) ? await saidBy(readiness, app) : ['database unavailable']
  if (obstacle !== undefined) return { status: 503, value: { status: obstacle } }
  const said = await saidBy(warnings, app)
  logNew(said, app)
  return { status: 200, value: { status: 'ready', ...(said.length > 0 && { warnings: said }) } }
}

/** The state without warnings, for everybody. */
export function publicOf({ status, value }: Readiness): Readiness {
  return { status, value: { status: value.status } }
}

function logNew(said: readonly string[], app: App): void {
  const known = said.join('\n').replaceAll(/\d+/g, '')
  if (known === (logged.get(app) ?? '')) return
  logged.set(app, known)
  if (said.length > 0) app.log.warn({ warnings: said }, 'this server is ready, with warnings')
  else app.log.info('the warnings of this server are over')
}

/** The troubles that domains see. */
async function saidBy(asked: readonly ((app: App) => Promise<string | null>)[], app: App): Promise<string[]> {
  const found = await Promise.all(asked.map((ask) => ask(app)))
  return found.filter((trouble) => trouble !== null)
}

async function databaseAnswers(app: App): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), DATABASE_LIMIT_MS)
  })
  const answered = app.orm.em
    .fork()
    .execute('select 1')
    .then(() => true)
    .catch((error: unknown) => {
      app.log.warn({ err: error }, 'the database does not answer')
      return false
    })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
