import { t } from '@lingui/core/macro'
import { languages } from '../../core/preferences/languages.ts'
import type { Language } from '../../core/preferences/languages.ts'
import type { PushWords } from '../../core/push/push-record.ts'

/** The texts of notifications, which name nobody: a locked screen shows them to everybody. */
export function pushWords(locale: string): PushWords {
  const direction = languages[locale as Language]?.direction ?? 'ltr'
  const texts = {
    message: t`You have a new message`,
    follow: t`You have a new follower`,
    like: t`You have new likes`,
    comment: t`You have a new comment`,
    reply: t`You have a new reply`,
    mention: t`You were mentioned`,
    review: t`There is news about your verification`,
    order: t`There is news about an order`,
    live: t`A creator whom you follow is live`,
    tip: t`You have a new tip`,
    sale: t`You have a new sale`,
    subscription: t`There is news about a subscription`,
    payout: t`There is news about a payout`,
    system: t`There is news about your account`,
  }
  return { locale, direction, texts }
}
