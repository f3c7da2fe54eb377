import { resolve } from 'node:path'
import * as v from 'valibot'
import { databaseConfigOf, databaseVariables } from './database-address.ts'
import { cdnConfigOf, cdnVariables, hasWholeCdn } from './infra/files/media/cdn-link.ts'
import type { CdnConfig } from './infra/files/media/cdn-link.ts'
import type { S3Config } from './infra/files/storage/s3-config.ts'
import { canDeliver, hasWholeS3, s3ConfigOf, s3Variables } from './infra/files/storage/s3-config.ts'
import { hasWholeLivekit, hasWholeTurn, rtcConfigOf, rtcVariables } from './infra/rtc/rtc-config.ts'
import type { RtcConfig } from './infra/rtc/rtc-config.ts'
import { invalidConfiguration, readVariableFiles } from './read-variable-files.ts'
import { variable } from './variable.ts'

const { credential, hostAddress, integer, keyList, onOff, url } = variable

/** The environment variables, read once and validated. */
export type Config = {
  environment: 'production' | 'development' | 'test'
  host: string
  /** 0 lets the system choose a free one. */
  port: number
  /** Absolute. Holds the embedded database, files and the generated secret. */
  dataDir: string
  /** Bytes that uploads leave free on the volume of `dataDir`. */
  keepFreeBytes: number
  /** Where files lie. Null: in `dataDir`. */
  s3: S3Config | null
  /** `accel`: the proxy in front fetches bytes from the bucket, once the app has said that it may (`X-Accel-Redirect`). */
  mediaDelivery: 'stream' | 'accel'
  /** Copies of public pictures and of smaller videos all over the world. Null: the app sends them. Holds the key of their links. */
  cdn: CdnConfig | null
  /** Days that the bytes of a removed file stay in the bucket. */
  deleteAfterDays: number
  /** Days that identity documents are kept after their review. */
  documentDays: number
  /** Null: the embedded PostgreSQL in `dataDir`. Holds the password: never to be logged. */
  databaseUrl: string | null
  /** A session past a pooler, for events, migrations and locks of jobs. Null: `databaseUrl`. Holds the password. */
  databaseDirectUrl: string | null
  /** `start`: servers migrate the database. `wait`: they wait for one that does. `off`: they refuse to start before. */
  migrate: 'start' | 'wait' | 'off'
  /** Connections to the database that this process keeps at most, beside the one of the bus. */
  databasePool: number
  /** Null: the servers of one database hear of each other through PostgreSQL. */
  redisUrl: string | null
  /** Where people reach the app, without a trailing slash. */
  publicUrl: string
  seed: 'demo' | 'small' | 'none'
  /** Sign sessions and media links: the first signs, all verify. Null: one is made once and kept in `dataDir`. */
  jwtSecrets: readonly [string, ...string[]] | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Null: mail is kept and shown in the development mailbox. */
  smtpUrl: string | null
  /** `on`: `/mailbox` shows everybody's mail. `off` in production and where people reach the app by https. */
  mailbox: 'on' | 'off'
  /** True when other machines reach the server: it listens beyond this machine, or people come by another name of it. */
  isExposed: boolean
  mailFrom: string
  /** How many proxies stand in front, each of which appends to `X-Forwarded-For`. */
  trustProxy: number
  rateLimits: 'on' | 'off'
  /** `on`: this server runs jobs. `off`: `worker.ts` runs them. */
  jobs: 'on' | 'off'
  /** Names of the jobs that this process runs; `-name` is left out, `*` stands for all. */
  workerQueues: readonly string[]
  /** Null: `ffmpeg` from the search path if it is there, else that of an optional package, outside of production. */
  ffmpegPath: string | null
  /** A file in MaxMind's format that tells the countries of addresses. Null: the one that comes with the server. */
  geoipPath: string | null
  /** Encrypt bank details: the first seals, all open. Null: one is made once and kept in `dataDir`. */
  detailsKeys: readonly [Buffer, ...Buffer[]] | null
  /** Name this site to push services: browsers subscribe to the first. Null: one is made once and kept in `dataDir`. */
  vapidPrivateKeys: readonly [Buffer, ...Buffer[]] | null
  /** How long a server that is told to stop serves on, so that the proxies in front notice that it is not ready. */
  stopDelayMs: number
  /** Followers of one creator that a server pokes in a second. */
  pokesPerSecond: number
  /** Where `/health` and `/ready` answer the inner network, in HTTP/1.0 too; port 0 is any free one. Null: nowhere. */
  internal: { host: string; port: number } | null
  /** The payment provider; `sandbox` takes no real money. */
  payments: PaymentsConfig
  /** Logins of other sites; null where one is not set up. */
  google: GoogleConfig | null
  twitter: TwitterConfig | null
  /** Where Google's reCAPTCHA answers, without a trailing slash. */
  captchaUrl: string
  /** Where the embedded media engine of live streams is reached. */
  rtc: RtcConfig
}

/** An OpenID Connect client; `issuer` is Google's unless another one is set. */
export type GoogleConfig = { clientId: string; clientSecret: string; issuer: string }
/** An OAuth 1.0a consumer; `apiUrl` is X's unless another one is set, without a trailing slash. */
export type TwitterConfig = { consumerKey: string; consumerSecret: string; apiUrl: string }

export type PaymentsConfig =
  | { provider: 'stripe'; secretKey: string; webhookSecrets: readonly string[] }
  | { provider: 'sandbox' }
  | { provider: 'none' }

/** The names are compared with those of the jobs by `chooseJobs`. */
const QUEUES = /^\s*(\*|-?[\w.-]+)(\s*,\s*(\*|-?[\w.-]+))*\s*$/

const Environment = v.pipe(
  v.object({
    NODE_ENV: v.optional(
      v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
      'development',
    ),
    HOST: hostAddress('127.0.0.1'),
    PORT: integer('3000', 0, 65_535),
    DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'must name a folder')), '.data'),
    KEEP_FREE_MB: integer('1024', 0, 999_999_999),
    DOCUMENT_DAYS: integer('90', 1, 36_500),
    ...databaseVariables,
    REDIS_URL: v.optional(url(['redis:', 'rediss:'], 'redis://host:6379')),
    PUBLIC_URL: v.optional(url(['http:', 'https:'], 'https://vesper.example')),
    SEED: v.optional(v.picklist(['demo', 'small', 'none'], 'must be demo, small or none')),
    JWT_SECRET: v.optional(
      keyList(/^[^,]{32,}$/, 'must have at least 32 characters, and no comma but between the keys of a list'),
    ),
    LOG_LEVEL: v.optional(
      v.picklist(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      ),
      'info',
    ),
    SMTP_URL: v.optional(
      v.union([v.literal('off'), url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')]),
    ),
    MAILBOX: v.optional(onOff),
    MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/@/, 'must be an address')), 'Vesper <no-reply@localhost>'),
    TRUST_PROXY: integer('0', 0, 10),
    RATE_LIMITS: v.optional(onOff, 'on'),
    JOBS: v.optional(onOff, 'on'),
    WORKER_QUEUES: v.optional(
      v.pipe(
        v.string(),
        v.regex(QUEUES, 'must be names of jobs, or -name to leave one out, with a comma between each two'),
      ),
      '*',
    ),
    FFMPEG_PATH: v.optional(v.pipe(v.string(), v.minLength(1, 'must name a program'))),
    GEOIP_PATH: v.optional(v.pipe(v.string(), v.minLength(1, 'must name a file'))),
    STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe'))),
    STRIPE_WEBHOOK_SECRET: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^whsec_\w+(,whsec_\w+)?$/, 'must be one or two webhook secrets, with a comma between'),
      ),
    ),
    DETAILS_KEY: v.optional(
      keyList(/^[0-9a-f]{64}$/i, 'must be keys of 64 hexadecimal digits, with a comma between each two'),
    ),
    VAPID_PRIVATE_KEY: v.optional(
      keyList(/^[\w-]{43}$/, 'must be private keys of the curve P-256 in base64url, with a comma between each two'),
    ),
    STOP_DELAY_MS: integer('0', 0, 60_000),
    POKES_PER_SECOND: integer('500', 1, 1_000_000),
    INTERNAL_HOST: hostAddress('127.0.0.1'),
    INTERNAL_PORT: v.optional(integer('0', 0, 65_535)),
    PAYMENTS: v.optional(v.picklist(['sandbox', 'off'], 'must be sandbox or off')),
    GOOGLE_CLIENT_ID: credential(),
    GOOGLE_CLIENT_SECRET: credential(),
    GOOGLE_ISSUER: v.optional(url(['https:', 'http:'], 'https://accounts.google.com'), 'https://accounts.google.com'),
    TWITTER_CONSUMER_KEY: credential(),
    TWITTER_CONSUMER_SECRET: credential(),
    TWITTER_API_URL: v.optional(url(['https:', 'http:'], 'https://api.x.com'), 'https://api.x.com'),
    CAPTCHA_URL: v.optional(
      url(['https:', 'http:'], 'https://www.google.com/recaptcha'),
      'https://www.google.com/recaptcha',
    ),
    ...s3Variables,
    ...cdnVariables,
    ...rtcVariables,
  }),
  v.forward(
    v.check(
      (env) => !env.DATABASE_DIRECT_URL || env.DATABASE_URL !== undefined,
      'is needed beside DATABASE_DIRECT_URL',
    ),
    ['DATABASE_URL'],
  ),
  v.forward(
    v.check((env) => !(env.NODE_ENV === 'production' && env.RATE_LIMITS === 'off'), 'cannot be off in production'),
    ['RATE_LIMITS'],
  ),
  v.forward(
    v.check(
      (env) => env.NODE_ENV !== 'production' || env.SMTP_URL !== undefined || !isReached(env),
      'is needed in production, since links that confirm an address or reset a password go by mail; off sends none',
    ),
    ['SMTP_URL'],
  ),
  v.forward(
    v.check(
      (env) => !env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET !== undefined,
      'is needed beside STRIPE_SECRET_KEY',
    ),
    ['STRIPE_WEBHOOK_SECRET'],
  ),
  v.forward(
    v.check((env) => !env.GOOGLE_CLIENT_ID === !env.GOOGLE_CLIENT_SECRET, 'is needed beside GOOGLE_CLIENT_ID'),
    ['GOOGLE_CLIENT_SECRET'],
  ),
  v.forward(
    v.check(
      (env) => !env.TWITTER_CONSUMER_KEY === !env.TWITTER_CONSUMER_SECRET,
      'is needed beside TWITTER_CONSUMER_KEY',
    ),
    ['TWITTER_CONSUMER_SECRET'],
  ),
  v.forward(
    v.check((env) => hasWholeLivekit(env), 'is needed with LIVEKIT_API_KEY and LIVEKIT_API_SECRET, or none of them'),
    ['LIVEKIT_URL'],
  ),
  v.forward(
    v.check(
      (env) => hasWholeS3(env),
      'is needed with S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of them',
    ),
    ['S3_BUCKET'],
  ),
  v.forward(
    v.check((env) => canDeliver(env), 'accel needs a bucket: S3_BUCKET'),
    ['MEDIA_DELIVERY'],
  ),
  v.forward(
    v.check((env) => hasWholeCdn(env), 'and MEDIA_CDN_KEY need each other'),
    ['MEDIA_CDN_URL'],
  ),
  v.forward(
    v.check((env) => hasWholeTurn(env), 'is needed beside TURN_USERNAME'),
    ['TURN_CREDENTIAL'],
  ),
)

/** The names of all variables. */
export const VARIABLES = Object.keys(Environment.entries)

type Reached = { HOST: string; PORT: number; PUBLIC_URL?: string | undefined }

/** True where other machines reach the server. */
function isReached(env: Reached): boolean {
  return !isThisMachine(env.HOST) || !isThisMachine(new URL(publicUrlOf(env)).hostname)
}

function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Reached, 'PUBLIC_URL' | 'PORT'>): string {
  return withoutSlash(PUBLIC_URL ?? `http://localhost:${PORT}`)
}

/** Reads and validates the environment. Throws one `StartupError` that lists every bad variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = v.safeParse(Environment, readVariableFiles(environment, VARIABLES))
  if (!result.success)
    throw invalidConfiguration(result.issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} ${issue.message}`))
  const env = result.output
  const publicUrl = publicUrlOf(env)
  const isExposed = isReached(env)
  const isForTrying = env.NODE_ENV !== 'production' && !isExposed
  // The mailbox shows everybody's reset links.
  const canShowMail = env.NODE_ENV !== 'production' && !publicUrl.startsWith('https:')
  return {
    environment: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    keepFreeBytes: env.KEEP_FREE_MB * 1024 ** 2,
    s3: s3ConfigOf(env),
    mediaDelivery: env.MEDIA_DELIVERY,
    cdn: cdnConfigOf(env),
    deleteAfterDays: env.DELETE_AFTER_DAYS,
    documentDays: env.DOCUMENT_DAYS,
    ...databaseConfigOf(env),
    redisUrl: env.REDIS_URL ?? null,
    publicUrl,
    seed: env.SEED ?? (isForTrying ? 'demo' : 'none'),
    mailbox: canShowMail ? (env.MAILBOX ?? (isForTrying ? 'on' : 'off')) : 'off',
    isExposed,
    jwtSecrets: listOf(env.JWT_SECRET, (key) => key),
    logLevel: env.LOG_LEVEL,
    smtpUrl: env.SMTP_URL === undefined || env.SMTP_URL === 'off' ? null : env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    trustProxy: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS,
    jobs: env.JOBS,
    workerQueues: env.WORKER_QUEUES.split(',').map((name) => name.trim()),
    ffmpegPath: env.FFMPEG_PATH ?? null,
    geoipPath: env.GEOIP_PATH === undefined ? null : resolve(env.GEOIP_PATH),
    detailsKeys: listOf(env.DETAILS_KEY, (key) => Buffer.from(key, 'hex')),
    vapidPrivateKeys: listOf(env.VAPID_PRIVATE_KEY, (key) => Buffer.from(key, 'base64url')),
    stopDelayMs: env.STOP_DELAY_MS,
    pokesPerSecond: env.POKES_PER_SECOND,
    internal: env.INTERNAL_PORT === undefined ? null : { host: env.INTERNAL_HOST, port: env.INTERNAL_PORT },
    payments: paymentsOf(env, { isForTrying }),
    google: googleOf(env),
    twitter: twitterOf(env),
    captchaUrl: withoutSlash(env.CAPTCHA_URL),
    rtc: rtcConfigOf(env),
  }
}

function googleOf(env: v.InferOutput<typeof Environment>): GoogleConfig | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = env
  return clientId && clientSecret ? { clientId, clientSecret, issuer } : null
}

function twitterOf(env: v.InferOutput<typeof Environment>): TwitterConfig | null {
  const { TWITTER_CONSUMER_KEY: consumerKey, TWITTER_CONSUMER_SECRET: consumerSecret } = env
  return consumerKey && consumerSecret
    ? { consumerKey, consumerSecret, apiUrl: withoutSlash(env.TWITTER_API_URL) }
    : null
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** Without a key, only a site for trying takes payments: tokens are never free where other people come. */
function paymentsOf(env: v.InferOutput<typeof Environment>, { isForTrying }: { isForTrying: boolean }): PaymentsConfig {
  if (env.STRIPE_SECRET_KEY !== undefined) {
    const webhookSecrets = env.STRIPE_WEBHOOK_SECRET?.split(',') ?? []
    return { provider: 'stripe', secretKey: env.STRIPE_SECRET_KEY, webhookSecrets }
  }
  const fallback = env.NODE_ENV === 'development' && isForTrying ? 'sandbox' : 'off'
  return { provider: (env.PAYMENTS ?? fallback) === 'sandbox' ? 'sandbox' : 'none' }
}

function listOf<Key>(keys: readonly string[] | undefined, read: (key: string) => Key): [Key, ...Key[]] | null {
  const [first, ...others] = (keys ?? []).map(read)
  return first === undefined ? null : [first, ...others]
}

function isThisMachine(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}
