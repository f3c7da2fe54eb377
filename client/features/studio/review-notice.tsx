import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { creatorStanding } from '../../core/session/creator-standing.ts'

// Most creators are open to fans.
const ReviewWords = lazyAgain(async () => (await import('./review-words.tsx')).ReviewWords, 'studio')

/** Says to a creator why fans cannot reach the account yet, and what to do. Shows nothing once they can. */
export function ReviewNotice({ user }: { user: Profile }) {
  if (creatorStanding(user) === 'open') return null
  return (
    <Suspense fallback={null}>
      <ReviewWords user={user} />
    </Suspense>
  )
}
