import * as v from 'valibot'
import { Login } from './auth.ts'
import { listOf, uuid } from './fields.ts'
import { LoginAnswer } from './login-answer.ts'

export const socialProviders = ['google', 'twitter'] as const

export type SocialProvider = (typeof socialProviders)[number]

const UNFINISHED = 'This login is incomplete. Begin again.'

/** A text that the provider or this server made. */
function part(maximum: number) {
  return v.pipe(v.string(UNFINISHED), v.minLength(1, UNFINISHED), v.maxLength(maximum, UNFINISHED))
}

/** Decides where the person goes on after the login, and nothing else. */
const role = v.optional(v.picklist(['user', 'performer']), 'user')
const { remember } = Login.entries
/** True to link the login to the account that asks, in place of logging in. */
const link = v.optional(v.boolean(), false)

/** `POST /auth/google/login`: begins the code flow, or logs in by an ID token that the browser got by itself. */
export const GoogleLogin = v.union([
  v.object({ idToken: part(8_000), role, remember }),
  v.object({ redirectUri: part(500), role, link }),
])

/** `state` comes back with the code; the browser keeps it to compare. */
export const GoogleLoginAnswer = v.union([LoginAnswer, v.object({ url: v.string(), state: v.string() })])

/** `POST /auth/google/token`. `iss` is that of the address which the provider led back to. */
export const GoogleToken = v.object({
  code: part(2_000),
  state: part(2_000),
  redirectUri: part(500),
  iss: v.optional(part(500)),
  remember,
})

export const TwitterLogin = v.object({ callbackUrl: part(500), link })

/** `oauthTokenSecret` opens on this server alone. */
export const TwitterLoginAnswer = v.object({ url: v.string(), oauthToken: v.string(), oauthTokenSecret: v.string() })

export const TwitterCallback = v.object({
  oauthToken: part(500),
  oauthTokenSecret: part(2_000),
  oauthVerifier: part(500),
  role,
  remember,
})

/** `POST /auth/users/me/identities/google` and `…/twitter`: finish a login that was begun with `link`. */
export const GoogleLink = v.omit(GoogleToken, ['remember'])
export const TwitterLink = v.omit(TwitterCallback, ['role', 'remember'])

/** A login of another site that opens the account. */
export const IdentityView = v.object({
  _id: uuid,
  provider: v.picklist(socialProviders),
  /** The address or name that the account has at the provider. */
  label: v.string(),
  createdAt: v.string(),
})

/** `hasPassword`: whether the account can be opened without these. */
export const IdentityList = v.object({ ...listOf(IdentityView).entries, hasPassword: v.boolean() })

export type IdentityView = v.InferOutput<typeof IdentityView>
export type IdentityList = v.InferOutput<typeof IdentityList>
