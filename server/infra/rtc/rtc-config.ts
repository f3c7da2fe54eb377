import * as v from 'valibot'

/** How live streams are carried. */
export type RtcConfig = {
  /** A LiveKit server. Null: the embedded engine. */
  livekit: LivekitConfig | null
  /** The IPv4 address that clients are told. Null: this machine's own. */
  publicAddress: string | null
  /** The first and the last port, for UDP and TCP. Null: the system chooses free ones. */
  ports: readonly [number, number] | null
  /** Servers that relay for clients whose network lets nothing else through. */
  turn: { urls: readonly string[]; username: string | null; credential: string | null } | null
}

/** `url`: where clients connect, `wss:` or `ws:`, without a trailing slash. */
export type LivekitConfig = { url: string; apiKey: string; apiSecret: string }

/** A hundred connections. */
const PORTS = '40000-40199'

/** The environment variables of live streams. */
export const rtcVariables = {
  LIVEKIT_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(https?|wss?):\/\/[\w.:[\]-]+\/?$/, 'must be an address such as wss://livekit.example'),
    ),
  ),
  LIVEKIT_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,300}$/, 'must have no blanks'))),
  LIVEKIT_API_SECRET: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,300}$/, 'must have no blanks'))),
  RTC_PUBLIC_ADDRESS: v.optional(v.pipe(v.string(), v.ipv4('must be an IPv4 address'))),
  RTC_PORTS: v.optional(v.pipe(v.string(), v.check(isPortRange, 'must be two ports such as 40000-40199'))),
  TURN_URLS: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^turns?:[^\s,]+(,turns?:[^\s,]+){0,7}$/,
        'must be addresses such as turn:turn.example:3478, with commas',
      ),
    ),
  ),
  TURN_USERNAME: v.optional(v.string()),
  TURN_CREDENTIAL: v.optional(v.string()),
}

type RtcVariables = { [Name in keyof typeof rtcVariables]?: string | undefined } & { NODE_ENV: string }

/** All three, or none of them. */
export function hasWholeLivekit(env: RtcVariables): boolean {
  const given = [env.LIVEKIT_URL, env.LIVEKIT_API_KEY, env.LIVEKIT_API_SECRET].filter((value) => value !== undefined)
  return given.length === 0 || given.length === 3
}

/** A name without its secret opens nothing. */
export function hasWholeTurn(env: RtcVariables): boolean {
  return !env.TURN_USERNAME === !env.TURN_CREDENTIAL
}

/** Tests take whatever ports are free: they run beside each other. */
export function rtcConfigOf(env: RtcVariables): RtcConfig {
  const ports = env.RTC_PORTS ?? (env.NODE_ENV === 'test' ? null : PORTS)
  const [username, credential] = [env.TURN_USERNAME ?? null, env.TURN_CREDENTIAL ?? null]
  return {
    livekit: livekitOf(env),
    publicAddress: env.RTC_PUBLIC_ADDRESS ?? null,
    ports: ports === null ? null : portsOf(ports),
    turn: env.TURN_URLS === undefined ? null : { urls: env.TURN_URLS.split(','), username, credential },
  }
}

function livekitOf(env: RtcVariables): LivekitConfig | null {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = env
  if (url === undefined || apiKey === undefined || apiSecret === undefined) return null
  return { url: url.replace(/^http/, 'ws').replace(/\/$/, ''), apiKey, apiSecret }
}

function portsOf(text: string): [number, number] {
  const [first = 0, last = 0] = text.split('-').map(Number)
  return [first, last]
}

/** A connection takes two ports. */
function isPortRange(text: string): boolean {
  const [first, last] = portsOf(text)
  return /^\d{4,5}-\d{4,5}$/.test(text) && first >= 1024 && last > first && last <= 65_535
}
