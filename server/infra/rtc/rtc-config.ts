import * as v from 'valibot'

/** How live streams are carried. */
export type RtcConfig = {
  /** The IPv4 address that clients are told. Null: this machine's own. */
  publicAddress: string | null
  /** The first and the last port, for UDP and TCP. Null: the system chooses free ones. */
  ports: readonly [number, number] | null
  /** Servers that relay for clients whose network lets nothing else through. */
  turn: { urls: readonly string[]; username: string | null; credential: string | null } | null
}

/** A hundred connections. */
const PORTS = '40000-40199'

/** The environment variables of live streams. */
export const rtcVariables = {
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

/** A name without its secret opens nothing. */
export function hasWholeTurn(env: RtcVariables): boolean {
  return !env.TURN_USERNAME === !env.TURN_CREDENTIAL
}

/** Tests take whatever ports are free: they run beside each other. */
export function rtcConfigOf(env: RtcVariables): RtcConfig {
  const ports = env.RTC_PORTS ?? (env.NODE_ENV === 'test' ? null : PORTS)
  const [username, credential] = [env.TURN_USERNAME ?? null, env.TURN_CREDENTIAL ?? null]
  return {
    publicAddress: env.RTC_PUBLIC_ADDRESS ?? null,
    ports: ports === null ? null : portsOf(ports),
    turn: env.TURN_URLS === undefined ? null : { urls: env.TURN_URLS.split(','), username, credential },
  }
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
