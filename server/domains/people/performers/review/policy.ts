import { isOpenToOthers } from '../../../../content/open-to-others.ts'
import type { Standing } from '../../../../content/open-to-others.ts'

/** Says to a creator why others cannot reach the account, and what to do; null while they can. */
export function closedReason(creator: Standing): string | null {
  if (isOpenToOthers(creator)) return null
  if (creator.verification === 'rejected') {
    return 'Your account was not approved. We sent you an email with the reason and what you can do.'
  }
  if (creator.emailVerifiedAt == null) {
    return 'Confirm your email address first: open the link in the email that we sent you.'
  }
  return 'Your account is being reviewed. You can prepare drafts and your page.'
}
