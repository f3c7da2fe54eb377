import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { usePageName } from './page-name.ts'

type Props = {
  icon: ReactNode
  title: string
  heading?: 'h1' | 'h2'
  /** The way on; by default to the start page. */
  action?: ReactNode
  children?: ReactNode
}

/** Says that there is nothing at an address, in the title of the page too, and leads on. */
export function MissingPage({ action, ...said }: Props) {
  const { t } = useLingui()
  usePageName(t`Not found`)
  return (
    <EmptyState
      {...said}
      action={
        action ?? (
          <a href="/" className={buttonClass('secondary')}>
            <Trans>Go to the start page</Trans>
          </a>
        )
      }
    />
  )
}
