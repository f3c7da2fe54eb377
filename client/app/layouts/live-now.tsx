import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { whenIdle } from '../../core/page/wait-for-idle.ts'
import { useIsLiveWanted } from '../../entities/live/use-live-name.ts'

const LiveWatch = lazyAgain(async () => {
  // The page comes first.
  await whenIdle()
  return (await import('../../entities/live/live-watch.tsx')).LiveWatch
})

/** Knows who is live, for all portraits, once a page has shown one. */
export function LiveNow() {
  return useIsLiveWanted() ? (
    <Suspense fallback={null}>
      <LiveWatch />
    </Suspense>
  ) : null
}
