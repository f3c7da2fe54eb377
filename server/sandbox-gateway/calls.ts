import type * as v from 'valibot'
import { GatewayError } from './gateway-error.ts'
import { checkParameters } from './parameters.ts'
import type { Store } from './store.ts'

/** The context of a call. */
export type Context = {
  /** The gateway's storage. */
  store: Store
  /** The address of the pay page of a checkout. */
  pageUrl: (sessionId: string) => string
  /** The address of a form of a connected account. */
  formUrl: (linkId: string) => string
  /** The connected account on whose behalf the call is made. */
  account?: string
}

type Schema = v.GenericSchema

/** One call of the gateway: `{id}` in its path is one segment. Unknown parameters are refused. */
export type Call = {
  method: 'GET' | 'POST'
  path: string
  parameters: Schema
  answer: (context: Context, input: { id: string; parameters: unknown }) => Promise<unknown>
}

/** Declares a call; the type of its parameters follows from their schema. */
export function call<const Parameters extends Schema>(declared: {
  method: Call['method']
  path: string
  parameters: Parameters
  answer: (context: Context, input: { id: string; parameters: v.InferOutput<Parameters> }) => Promise<unknown>
}): Call {
  // The parameters were checked against the schema of this very call.
  return declared
}

/**
 * Finds the call that a request names and checks its parameters; gives the work that answers it. Refuses an unknown call and
 * wrong parameters as Stripe does: before the call begins, so that no key remembers them.
 */
export function prepareCall(
  calls: readonly Call[],
  context: Context,
  { method, url, body }: { method: string; url: string; body: string },
): () => Promise<unknown> {
  const { pathname, search } = new URL(url, 'http://localhost')
  for (const { answer, parameters, ...declared } of calls) {
    const id = declared.method === method ? matchPath(declared.path, pathname) : null
    if (id === null) continue
    const sent = method === 'GET' ? search.slice(1) : body
    const input = { id, parameters: checkParameters(parameters, sent) }
    return () => answer(context, input)
  }
  const message = `Unrecognized request URL (${method}: ${pathname}).`
  throw new GatewayError(404, { type: 'invalid_request_error', message })
}

/** The segment that stands for `{id}`, which may be none; null where the path is another. */
function matchPath(path: string, pathname: string): string | null {
  const [wanted, given] = [path.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return null
  let id = ''
  for (const [place, segment] of wanted.entries()) {
    if (segment === '{id}') id = given[place] ?? ''
    else if (segment !== given[place]) return null
  }
  return id
}
