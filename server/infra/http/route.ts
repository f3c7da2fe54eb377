import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type * as v from 'valibot'
import type { App } from '../../app.ts'
import type { Actor } from '../database/transaction.ts'

/**
 * `any`: no token needed, though one may widen the answer. `user`: any account. `performer`: creators only. `owner`: any
 * account, and the command refuses what belongs to another (see `own`). `staff`: accounts with the permission that the route
 * needs; to all others it is not there.
 */
export type Who = 'any' | 'user' | 'performer' | 'owner' | 'staff'

/**
 * At most `points` calls in `seconds`. `account`: counted by account, and for callers without one by address, which many may
 * share (`SHARED_ADDRESS`). `ip`: counted by address whoever calls, for calls that create accounts, test passwords or send
 * mail.
 */
export type Limit = { points: number; seconds: number; by: 'ip' | 'account' }

/** A file that came by multipart, already on disk; removed after the handler unless it was moved away. */
export type UploadedFile = { field: string; path: string; name: string; size: number }

/** The multipart fields that hold files, how many of each, and the bytes of one at most. */
export type UploadSpec = Record<string, { maxCount: number; maxBytes: number; required: boolean }>

/** True when a body without files is incomplete. */
export function requiresFiles(spec: UploadSpec): boolean {
  return Object.values(spec).some(({ required }) => required)
}

/** A cookie that scripts cannot read and other sites do not send. */
export type Cookie = { name: string; value: string; path: string; maxAgeSeconds: number }

type Schema = v.GenericSchema
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

export type RouteInput<Params, Query, Body, W extends Who> = {
  app: App
  /** Null only where `who` is `any`. */
  actor: W extends 'any' ? Actor | null : Actor
  params: Output<Params>
  query: Output<Query>
  body: Output<Body>
  files: UploadedFile[]
  ip: string
  /** The caller, and the country of the request; null where that is unknown. */
  viewer: { userId: string | null; country: string | null }
  /** The address in the header `client-ip`, which only this machine and trusted proxies may send; else `ip`. */
  toldAddress: string
  userAgent: string
  /** The header Accept-Language; empty without one. */
  acceptLanguage: string
  requestId: string
  cookie: (name: string) => string | undefined
  setCookie: (cookie: Cookie) => void
  /** The answer goes into a page: nobody has seen it yet, and maybe nobody will. */
  isForPage?: true
  /** Answers 200 in the place of 201: the same call has made it before. */
  foundAgain: () => void
}

/** One call of the API: who may, how often, which schemas, what happens. The OpenAPI document is made from it. */
export type Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  W extends Who = Who,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api`, with `{name}` placeholders: `/users/view/{id}`. */
  path: string
  who: W
  /**
   * Seconds within which the session has to have stepped up; `ELEVATED_S` at most. Others get 403 with the detail `stepUp`,
   * whose message lists the ways to do so, parted by commas.
   */
  fresh?: number
  /** The same, for accounts with a second factor alone: for calls that take another proof, or took none before factors. */
  freshWithFactor?: number
  /** The permission that staff need. */
  needs?: Permission
  limits?: Limit[]
  tag: string
  summary: string
  params?: Params
  query?: Query
  /** JSON, `application/x-www-form-urlencoded`, or the fields beside the files of a multipart body. */
  body?: Body
  /** The files of a multipart body. Where none is required, the call takes a body without files too. */
  files?: UploadSpec
  /** Bytes of a body without files; 64 KiB unless told. */
  maxBodyBytes?: number
  answer: Answer
  /** Answers while the site is closed for work or to the caller's country: for what a closed site still shows. */
  staysOpen?: true
  /** Answers an account that staff have suspended, as calls with `staysOpen` do: what it needs to read why, to appeal, to leave. */
  whileSuspended?: true
  status?: 200 | 201 | 202
  /** Everybody gets the same answer, which caches keep this long and then ask about; without it nothing keeps an answer. */
  cacheSeconds?: number
  handle: (input: RouteInput<Params, Query, Body, W>) => Promise<v.InferInput<Answer>>
}

/** A path of the desk names the permission that it needs, and no other path is for staff. */
type DeskRule<Path extends string, W extends Who> = Path extends `/desk/${string}`
  ? { who: 'staff'; needs: Permission }
  : { who: Exclude<W, 'staff'>; needs?: never }

/** Declares a route; its types follow from its schemas. */
export function route<
  const Path extends string,
  const W extends Who,
  Answer extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(declaration: Route<Params, Query, Body, Answer, W> & { path: Path } & DeskRule<Path, W>): Route {
  return declaration
}
