import { firstCalls, furtherCalls } from '@vesper/sync/vesper/api/first-calls.ts'
import type { App } from '../../app.ts'
import { readFields } from '../http/body/parse-body.ts'
import { validate } from '../http/body/validate.ts'
import type { Route } from '../http/route.ts'

/** A page waits no longer for its answers (milliseconds): its app asks for them itself then. */
const PATIENCE_MS = 1_000
/** Characters of all answers of a page. A longer page would hold up what stands in it. */
const LENGTH_MAX = 100_000

/** Answers of the API by their addresses. */
export type Answers = Readonly<Record<string, unknown>>

/**
 * The answers that the page at `path` shows first, as a stranger at this address gets them from the API: nothing of it is
 * hidden to them. None for a page that asks nothing. A call that is refused, or takes long, is left out, and so is an answer with
 * the beginning of something locked: a robot reads the page, and the app alone shows what stands around it.
 */
export async function firstAnswers(app: App, { path, ip }: { path: string; ip: string }): Promise<Answers> {
  const answers: Record<string, unknown> = {}
  const all = (async () => {
    for (let calls = firstCalls(path, 'visitor'); calls.length > 0;) {
      const found = await Promise.all(calls.map(async (call) => [call, await ask(app, call, ip)] as const))
      for (const [call, answer] of found)
        if (answer !== null && !tellsOfLocked(answer) && !isOfClosedStream(path, answer))
          answers[`/api${call}`] = answer
      calls = found.flatMap(([call, answer]) => furtherCalls(call, answer))
    }
  })()
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())])
  return JSON.stringify(answers).length > LENGTH_MAX ? {} : { ...answers }
}

function tellsOfLocked(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  if ('isLocked' in answer) return answer.isLocked === true
  return 'data' in answer && Array.isArray(answer.data) && answer.data.some(tellsOfLocked)
}

/** The page of a stream that is not open to everybody, or is over, comes without the list of those that are live. */
function isOfClosedStream(path: string, answer: unknown): boolean {
  const name = /^\/live\/([^/]+)\/?$/.exec(path)?.[1]
  if (name === undefined) return false
  const { data } = answer as { data: { access: string; performer: { _id: string; username: string | null } }[] }
  const stream = data.find(({ performer }) => performer.username === name || performer._id === name)
  return stream?.access !== 'public'
}

/** The answer of a route that anybody may call; null where it refuses. */
async function ask(app: App, call: string, ip: string): Promise<unknown> {
  try {
    const [path = '', query = ''] = call.split('?')
    const answering = app.domains.routes.flatMap((route) => {
      const params = route.method === 'GET' && route.who === 'any' ? paramsOf(route, path) : null
      return params ? [{ route, params }] : []
    })
    // A fixed name in an address counts before one that stands for any.
    const [found] = answering.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
    if (!found) throw new Error(`no route answers ${call}`)
    return await handled(app, { ...found, query, ip })
  } catch (error) {
    app.log.debug({ err: error, call }, 'a page goes out without an answer')
    return null
  }
}

type Asked = { route: Route; params: Record<string, string>; query: string; ip: string }

function handled(app: App, { route, params, query, ip }: Asked): Promise<unknown> {
  return route.handle({
    app,
    actor: null,
    params: route.params ? validate(route.params, params) : undefined,
    query: route.query ? validate(route.query, Object.fromEntries(readFields(query))) : undefined,
    body: undefined,
    files: [],
    ip,
    requestId: '',
    isForPage: true,
    viewer: { userId: null, country: app.countryOf(ip) },
    toldAddress: ip,
    acceptLanguage: '',
    userAgent: '',
    cookie: () => undefined,
    setCookie: () => undefined,
    foundAgain: () => undefined,
  })
}

/** The named segments of a path that a route answers; null for another path. */
function paramsOf({ path: pattern }: Route, path: string): Record<string, string> | null {
  const parts = pattern.split('/')
  const segments = path.split('/')
  if (parts.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name) params[name] = decodeURIComponent(segment)
    else if (part !== segment) return null
  }
  return params
}
