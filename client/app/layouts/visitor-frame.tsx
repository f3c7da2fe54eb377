import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { keepFocusInLists } from '../keep-focus-in-lists.ts'
import { DataNotice } from './data-notice.tsx'
import { LiveNow } from './live-now.tsx'
import { VisitorLayout } from './visitor-layout.tsx'

type Props = {
  /** False where an account of this device only has to log in again. */
  canSignUp: boolean
  notice: ReactNode
  children: ReactNode
}

/** The frame around pages that everybody may see, for a visitor: nothing of an account's database comes with it. */
export function VisitorFrame({ canSignUp, notice, children }: Props) {
  useEffect(keepFocusInLists, [])
  return (
    <VisitorLayout
      canSignUp={canSignUp}
      notice={
        <>
          {notice}
          <DataNotice />
        </>
      }
    >
      {children}
      <LiveNow />
    </VisitorLayout>
  )
}
