import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { useHasColumn } from '../../ui/use-is-wide-screen.ts'

type Props = {
  name: string
  install: ReactNode
  announcements: ReactNode
  /** The creators who are live now. */
  live: ReactNode
  /** The latest conversations. */
  conversations: ReactNode
  creators: ReactNode
  /** Without an end: the last on the page. */
  feed: ReactNode
}

/** People in one row above the feed; beside it where there is room. */
export function HomePage({ name, install, announcements, live, conversations, creators, feed }: Props) {
  const { t } = useLingui()
  const hasColumn = useHasColumn()
  // Tab and screen readers follow the order in the document. While a part is on its way, the row is as high as with all of them.
  const people = (
    <div className="relative -mx-4 flex snap-x scroll-px-4 gap-6 overflow-x-auto px-4 py-1 max-lg:has-[[aria-busy=true]]:min-h-[calc(7.625rem+var(--target))] lg:sticky lg:top-17 lg:mx-0 lg:max-h-[calc(100dvh-5rem)] lg:flex-col lg:self-start lg:overflow-y-auto lg:px-1">
      {conversations}
      {creators}
    </div>
  )
  return (
    <main className="flex flex-1 flex-col">
      <PageHeader title={greeting(new Date().getHours())} />
      {announcements}
      <div className="safe-x pb-4 empty:hidden">{live}</div>
      <div className="safe-x pb-4 empty:hidden">{install}</div>
      <div className="safe-x grid grid-cols-1 gap-4 pb-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-10">
        {!hasColumn && people}
        {feed}
        {hasColumn && people}
      </div>
    </main>
  )

  function greeting(hour: number): string {
    if (hour < 5 || hour >= 18) return t`Good evening, ${name}`
    return hour < 12 ? t`Good morning, ${name}` : t`Hello, ${name}`
  }
}
