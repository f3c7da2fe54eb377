import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import * as v from 'valibot'

const NAME = 'social-login'
/** The callback page alone reads it, and no call sends it. */
const PATH = '/auth/callback'
const DAY_S = 24 * 60 * 60

/**
 * A login at another site that this browser has begun. It outlives the way there and back, and is compared with what comes
 * back: otherwise a link could log somebody in to the account of whoever made the link.
 */
const PendingLogin = v.variant('provider', [
  v.object({
    provider: v.literal('google'),
    state: v.string(),
    redirectUri: v.string(),
    remember: v.boolean(),
    next: v.optional(v.string()),
    /** The account that the login is linked to, in place of a login. */
    linkTo: v.optional(v.string()),
  }),
  v.object({
    provider: v.literal('twitter'),
    oauthToken: v.string(),
    oauthTokenSecret: v.string(),
    callbackUrl: v.string(),
    remember: v.boolean(),
    next: v.optional(v.string()),
    linkTo: v.optional(v.string()),
  }),
])

export type PendingLogin = v.InferOutput<typeof PendingLogin>

export function keepPendingLogin(login: PendingLogin): void {
  write(encodeURIComponent(JSON.stringify(login)), DAY_S)
}

/** The login that was begun at this provider, once: whatever comes of it, it is over. */
export function takePendingLogin(provider: SocialProvider): PendingLogin | null {
  const text = new RegExp(`(?:^|;\\s*)${NAME}=([^;]+)`).exec(document.cookie)?.[1]
  write('', 0)
  if (text === undefined) return null
  const login = v.safeParse(v.pipe(v.string(), v.parseJson(), PendingLogin), decodeURIComponent(text))
  return login.success && login.output.provider === provider ? login.output : null
}

function write(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${NAME}=${value}; Path=${PATH}; SameSite=Lax; Max-Age=${seconds}${secure}`
}
