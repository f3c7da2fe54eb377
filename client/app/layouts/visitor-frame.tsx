import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { keepFocusInLists } from '../keep-focus-in-lists.ts'
import { DataNotice } from './data-notice.tsx'
import { LiveNow } from './live-now.tsx'
import { VisitorLayout } from './visitor-layout.tsx'

type Props = {
  /** False where an account of this device only has to log in again. */
  canSignUp: boolean
  /** False for an account whose own frame is still to come. */
  canLogIn: boolean
  notice: ReactNode
  children: ReactNode
}

/** The frame around pages that everybody may see, for a visitor: nothing of an account's database comes with it. */
export function VisitorFrame({ canSignUp, canLogIn, notice, children }: Props) {
  useEffect(keepFocusInLists, [])
  return (
    <VisitorLayout
      canSignUp={canSignUp}
      canLogIn={canLogIn}
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
