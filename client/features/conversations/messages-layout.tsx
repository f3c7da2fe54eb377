import type { ReactNode } from 'react'
import { useIsWideScreen } from '../../ui/use-is-wide-screen.ts'

type Props = { list: ReactNode; thread: ReactNode; isThreadOpen: boolean }

/** List and thread side by side where there is room; on a phone a screen each. Fills the page and scrolls within. */
export function MessagesLayout({ list, thread, isThreadOpen }: Props) {
  const isWide = useIsWideScreen()
  return (
    <main className="relative flex-1">
      <div className="absolute inset-0 flex overflow-hidden">
        {(isWide || !isThreadOpen) && (
          <div className="flex w-full min-w-0 flex-col border-line md:w-88 md:shrink-0 md:border-e lg:w-104">
            {list}
          </div>
        )}
        {(isWide || isThreadOpen) && (
          <div data-pane="thread" className="flex min-w-0 flex-1 flex-col">
            {thread}
          </div>
        )}
      </div>
    </main>
  )
}
