import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { whenIdle } from '../../core/page/wait-for-idle.ts'

const DataWatch = lazyAgain(async () => {
  await whenIdle()
  return (await import('../../features/device/data-watch.tsx')).DataWatch
})

/** Counts what pages fetch, and says so when today's data are used. */
export function DataNotice() {
  return (
    <Suspense fallback={null}>
      <DataWatch />
    </Suspense>
  )
}
