import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page-header.tsx'

type Props = {
  name: string
  install: ReactNode
  /** The latest conversations. */
  conversations: ReactNode
  creators: ReactNode
  /** Without an end: the last on the page. */
  feed: ReactNode
}

export function HomePage({ name, install, conversations, creators, feed }: Props) {
  const { t } = useLingui()
  return (
    <main className="flex flex-1 flex-col">
      <PageHeader title={greeting(new Date().getHours())} />
      <div className="safe-x grid grid-cols-1 gap-8 pt-2 pb-10">
        {install}
        {conversations}
        {creators}
        {feed}
      </div>
    </main>
  )

  function greeting(hour: number): string {
    if (hour < 5 || hour >= 18) return t`Good evening, ${name}`
    return hour < 12 ? t`Good morning, ${name}` : t`Hello, ${name}`
  }
}
