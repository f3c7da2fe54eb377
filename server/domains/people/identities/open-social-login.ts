import type { Config } from '../../../config.ts'
import { openGoogle } from './google.ts'
import type { Google } from './google.ts'
import { openTwitter } from './twitter.ts'
import type { Twitter } from './twitter.ts'

/** The logins of other sites; null where one is not set up. */
export type SocialLogin = { google: Google | null; twitter: Twitter | null }

export function openSocialLogin({ google, twitter }: Pick<Config, 'google' | 'twitter'>): SocialLogin {
  return { google: google && openGoogle(google), twitter: twitter && openTwitter(twitter) }
}
