import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { PauseNoticeProps } from './pause-notice.tsx'

// Few creators rest.
const PauseNotice = lazyAgain(async () => (await import('./pause-notice.tsx')).PauseNotice, 'reach')

/** Says that a creator rests, or will, and loads the words only where one has pauses. */
export function BreakNotice({ creator, ...props }: PauseNoticeProps) {
  if (!creator.pauses?.length) return null
  return (
    <Suspense fallback={null}>
      <PauseNotice creator={creator} {...props} />
    </Suspense>
  )
}
