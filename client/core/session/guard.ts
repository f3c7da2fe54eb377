import type { Session } from './model.ts'
import { postLoginDestination } from './post-login-destination.ts'

/** A route's declaration of who may see it; see `page-rules.ts`. */
export type PageRules = {
  /** Only for people who are signed in. */
  authenticate?: boolean
  /** Only for performers; other people are sent to their own start, or to `fans`. */
  onlyPerformer?: boolean
  /** The page that fans have instead of this one. */
  fans?: string
  /** Stays for everybody: somebody signed in is not sent on from a page for visitors. */
  noredirect?: boolean
}

export type Verdict = { allow: true } | { allow: false; to: string; because: 'login' | 'role' | 'signed-in' }

/**
 * Decides if a page may be shown. Decided from what the device knows, never by asking the server, so that an offline
 * start does not end on the login page.
 */
export function judge(page: PageRules & { layout?: string }, session: Session): Verdict {
  const signedIn = session.state === 'signed-in'
  if ((page.authenticate || page.onlyPerformer) && !signedIn)
    return { allow: false, to: '/auth/login', because: 'login' }
  if (page.onlyPerformer && signedIn && !session.user.isPerformer) {
    return { allow: false, to: page.fans ?? postLoginDestination(session.user), because: 'role' }
  }
  if (page.layout === 'public' && signedIn && !page.noredirect) {
    return { allow: false, to: postLoginDestination(session.user), because: 'signed-in' }
  }
  return { allow: true }
}
