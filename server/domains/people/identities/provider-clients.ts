import type { App } from '../../../app.ts'
import type { Google } from './google.ts'
import { notSetUp } from './social-profile.ts'
import type { Twitter } from './twitter.ts'

/** Refuses where the site has no login with Google. */
export function googleClientOf({ socialLogin }: App): Google {
  if (!socialLogin.google) throw notSetUp()
  return socialLogin.google
}

/** Refuses where the site has no login with X. */
export function twitterOf({ socialLogin }: App): Twitter {
  if (!socialLogin.twitter) throw notSetUp()
  return socialLogin.twitter
}
