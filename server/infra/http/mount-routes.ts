import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Request, Response } from 'hyper-express'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import type { Actor } from '../database/transaction.ts'
import { revokedTokenCache } from '../sessions/revoked-token-cache.ts'
import type { ActorLookUp } from '../sessions/revoked-token-cache.ts'
import { readEndedToken } from '../sessions/session-token.ts'
import { SESSION_HOLDS_MS } from '../sessions/sessions.ts'
import { suspended, unauthenticated } from '../sessions/unauthenticated.ts'
import { parseBody, readFields } from './body/parse-body.ts'
import { announcedLength, checkEncoding, checkLength, readBody } from './body/request-body.ts'
import { bodyLimit, receiveUpload, removeUploads, uploadFolder } from './body/uploads.ts'
import { validate } from './body/validate.ts'
import { addressTold, limitKey } from './client-address.ts'
import type { HttpServer } from './http-server.ts'
import { createConcurrencyLimit } from './limits/concurrency-limit.ts'
import { createDiskQuota } from './limits/disk-quota.ts'
import { createLimits } from './limits/rate-limits.ts'
import type { LimitCheck } from './limits/rate-limits.ts'
import { nothingHere } from './nothing-here.ts'
import type { Exchange } from './request-pipeline.ts'
import { requireFresh } from './require-fresh.ts'
import { requireOpen } from './require-open.ts'
import { requiresFiles } from './route.ts'
import type { Cookie, Limit, Route, UploadedFile } from './route.ts'
import { sendJson } from './send-json.ts'

const DEFAULT_BODY_BYTES = 64 * 1024
/** For routes that name none: far above what screens ask, far below what hurts. */
const DEFAULT_LIMITS: readonly Limit[] = [{ points: 600, seconds: 60, by: 'account' }]

/** Serves the routes under `/api`: who calls, then limits, then what they say, then the handler. */
export function mountRoutes(
  server: HttpServer,
  app: App,
  { routes, exchange }: { routes: readonly Route[]; exchange: Exchange },
): void {
  const lookUp = revokedTokenCache(app)
  const atOnce = createConcurrencyLimit()
  const diskRoom = createDiskQuota(app.config)
  for (const route of routes) {
    const pattern = `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const counted = app.config.rateLimits === 'on' ? (route.limits ?? DEFAULT_LIMITS) : []
    const limits = createLimits(app, `${route.method} ${route.path}`, counted)
    const handler = exchange((request, response, call) =>
      answer({ app, route, lookUp, limits, atOnce, diskRoom, request, response, call }),
    )
    server.serve(route.method, pattern, handler)
  }
}

type Given = {
  app: App
  route: Route
  lookUp: ActorLookUp
  limits: LimitCheck
  atOnce: ReturnType<typeof createConcurrencyLimit>
  diskRoom: ReturnType<typeof createDiskQuota>
  request: Request
  response: Response
  call: { ip: string; requestId: string }
}

async function answer(given: Given): Promise<void> {
  const { app, route, limits, atOnce, call } = given
  const caller = await callerOf(given)
  await limits({ ip: call.ip, accountId: caller?.userId ?? null })
  const actor = caller && (await withPermission(given, caller))
  // Staff open a closed site again.
  if (!route.staysOpen && route.who !== 'staff') await requireOpen(app, call.ip)
  if (actor) await requireFresh(app, actor, route)
  if (actor) await noteCountry(app, actor, call.ip)
  if (actor && app.config.rateLimits === 'on') await atOnce(actor.userId, () => serve(given, actor))
  else await serve(given, actor)
}

async function serve(given: Given, known: Actor | null): Promise<void> {
  const { app, route, request, response, call } = given
  const params = route.params ? validate(route.params, decodeParams(request.path_parameters)) : undefined
  const query = route.query ? validate(route.query, decodeQuery(request.path_query)) : undefined
  // Read now: once a body has come, the request's own headers may be gone.
  const { cookies } = request
  const toldAddress = addressTold(request, app.config.trustProxy)
  const begun = performance.now()
  const { body, files } = await receive(given, known?.userId ?? limitKey(call.ip))
  try {
    // A session may end while a body is on its way: nothing is done in its name any more.
    const isOld = known !== null && performance.now() - begun > SESSION_HOLDS_MS
    const caller = isOld ? await callerOf(given) : known
    const actor = isOld && caller ? await withPermission(given, caller) : caller
    let status = route.status ?? 200
    const input = {
      ...{ app, actor, params, query, files, ip: call.ip, requestId: call.requestId },
      viewer: { userId: actor?.userId ?? null, country: app.countryOf(call.ip) },
      toldAddress,
      body: route.body ? validate(route.body, body) : undefined,
      acceptLanguage: (request.headers['accept-language'] ?? '').slice(0, 300),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookie: (name: string) => cookies[name],
      setCookie: (cookie: Cookie) => void response.header('set-cookie', cookieText(app, cookie)),
      foundAgain: () => void (status = 200),
    }
    const result = await route.handle(input)
    const value = checkAnswer(app, route, result)
    await sendJson(request, response, { status, value, cacheSeconds: route.cacheSeconds })
  } finally {
    await removeUploads(files)
  }
}

/** The country decides what an account may see: it is known before the call is answered. */
async function noteCountry(app: App, { userId, countrySeen }: Actor, ip: string): Promise<void> {
  const country = app.countryOf(ip)
  if (country !== null && country !== countrySeen) await app.domains.countrySeen(app, userId, country)
}

function cookieText({ config }: App, { name, value, path, maxAgeSeconds }: Cookie): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The caller as staff, where the route asks for a permission. */
async function withPermission({ app, route, call }: Given, actor: Actor): Promise<Actor> {
  if (!route.needs) return actor
  const asked = { needs: route.needs, network: limitKey(call.ip), requestId: call.requestId }
  return app.domains.staffOf(app, actor, asked)
}

/** A token that does not hold counts as none where none is needed. To others than staff, the desk is not there. */
async function callerOf({ app, lookUp, route, request }: Given): Promise<Actor | null> {
  const { who } = route
  const token = request.headers['authorization']?.replace(/^bearer\s+/i, '').trim()
  if (!token) {
    if (who === 'any') return null
    throw who === 'staff' ? nothingHere() : unauthenticated()
  }
  try {
    const actor = await lookUp(token)
    if (actor.isSuspended && !route.whileSuspended && !route.staysOpen) throw suspended()
    if (who === 'performer' && !actor.isPerformer) throw new Refusal('forbidden', 'Forbidden in the action!')
    return actor
  } catch (error) {
    const isNobody = error instanceof Refusal && error.kind === 'unauthenticated'
    if (isNobody && who === 'any') return null
    // The client asks anew after a token that was good once.
    const isStranger = isNobody && readEndedToken(app.secret, token) === null
    throw isStranger && who === 'staff' ? nothingHere() : error
  }
}

async function receive(
  { app, route, diskRoom, request, response }: Given,
  client: string,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  checkEncoding(request)
  const isMultipart = request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true
  if (route.files && (isMultipart || requiresFiles(route.files))) {
    if (!isMultipart) throw new Refusal('unsupported', 'Send the file as multipart/form-data.')
    const limit = bodyLimit(route.files)
    checkLength(request, limit)
    const given = { spec: route.files, folder: uploadFolder(app.config.dataDir) }
    const { fields, files } = await diskRoom(client, announcedLength(request, limit), () =>
      receiveUpload(request, response, given),
    )
    return { body: fields, files }
  }
  const bytes = await readBody(request, response, route.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  return { body: route.body ? parseBody(request.headers['content-type'], bytes) : undefined, files: [] }
}

function decodeParams(raw: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new Refusal('invalid', 'This address is not valid.')
  }
}

/**
 * The last value of a repeated parameter counts. An address without a query has none, whatever the library's types say.
 */
function decodeQuery(raw: string | undefined): Record<string, string> {
  return Object.fromEntries(readFields(raw ?? ''))
}

/** Outside production an answer that breaks its own schema is a bug that must not pass; in production it is served. */
function checkAnswer(app: App, route: Route, result: unknown): unknown {
  if (app.config.environment === 'production') return result
  const checked = v.safeParse(route.answer, result)
  if (checked.success) return checked.output
  const places = checked.issues.map((issue) => `${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`).join('; ')
  throw new Error(`The answer of ${route.method} ${route.path} breaks its schema: ${places}`)
}
