import type { Request, Response } from 'hyper-express'
import type { App } from '../../app.ts'
import { errorBody, retryAfterSeconds } from '../../errors.ts'
import { isUnstorable } from '../database/unstorable.ts'
import { MethodNotAllowed } from './allowed-methods.ts'
import { ClientGone } from './body/request-body.ts'
import { clientAddress } from './client-address.ts'
import { createLocalLimits } from './limits/rate-limits.ts'
import { Unavailable } from './limits/unavailable.ts'
import { requestIdOf } from './request-id.ts'
import type { Limit } from './route.ts'
import { sendJson } from './send-json.ts'

/** The facts of a call before any work for it. */
export type Call = { ip: string; requestId: string }

export type Handler = (request: Request, response: Response, call: Call) => void | Promise<void>

/**
 * Wraps a handler into one that has a request id, answers every error in the one format, and leaves a line in the log.
 * `limits` count by address, since nothing is known of the caller, in this process.
 */
export type Exchange = (
  handler: Handler,
  limits?: readonly Limit[],
) => (request: Request, response: Response) => Promise<void>

export function createRequestPipeline(app: Pick<App, 'config' | 'log'>): Exchange {
  return (handler, limits = []) => {
    const within = app.config.rateLimits === 'on' && limits.length > 0 ? createLocalLimits(limits) : null
    return exchange(app, async (request, response, call) => {
      if (within) await within({ ip: call.ip, accountId: null })
      await handler(request, response, call)
    })
  }
}

function exchange(app: Pick<App, 'config' | 'log'>, handler: Handler): ReturnType<Exchange> {
  return async (request, response) => {
    const began = performance.now()
    const call: Call = { ip: clientAddress(request, app.config.trustProxy), requestId: requestIdOf(request) }
    const { method, path } = request
    response.header('x-request-id', call.requestId, true)
    const gone = watchAbort(response)
    let failure: unknown = null
    try {
      await handler(request, response, call)
    } catch (error) {
      failure = error
      await answerError(request, response, { error, call })
    }
    // The path without its query, in which tokens and signatures travel.
    const line = { ...call, method, path, status: gone() ? 499 : (response.statusCode ?? 200), ms: since(began) }
    logOutcome(app, line, failure)
  }
}

async function answerError(
  request: Request,
  response: Response,
  { error, call }: { error: unknown; call: Call },
): Promise<void> {
  if (response.completed || error instanceof ClientGone) return
  if (response.initiated) return response.close()
  if (error instanceof MethodNotAllowed) response.header('allow', error.allow, true)
  const body = errorBody(error, call.requestId)
  const wait = retryAfterSeconds(error)
  if (wait !== null) response.header('retry-after', String(wait), true)
  if (body.statusCode === 401) response.header('www-authenticate', 'Bearer', true)
  await sendJson(request, response, { status: body.statusCode, value: body })
}

function watchAbort(response: Response): () => boolean {
  let gone = false
  response.once('abort', () => (gone = true))
  return () => gone
}

/** Asked every few seconds by whatever watches the server. */
const probes: ReadonlySet<string> = new Set(['/health', '/ready'])

function logOutcome(app: Pick<App, 'log'>, line: Call & { path: string; status: number }, failure: unknown): void {
  // A flood that is refused must not fill the log with stacks.
  if (failure instanceof Unavailable) app.log.info(line, 'request')
  else if (line.status >= 500) app.log.error({ ...line, err: failure ?? undefined }, 'request failed')
  // A schema that lets such data through is to be mended.
  else if (isUnstorable(failure))
    app.log.warn({ ...line, err: failure }, 'the database cannot hold the data of a request')
  else if (probes.has(line.path)) app.log.debug(line, 'request')
  else app.log.info(line, 'request')
}

function since(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10
}
