import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $lost, $storage, lossSeen } from '../../core/connection/model.ts'

const action = 'inline-flex min-h-target items-center px-2 font-semibold underline'

/** Says that this device has no room, that the browser refuses its storage, or that the browser has removed what was on it; and what that means. */
export function StorageNotice() {
  const [storage, lost, seen] = useUnit([$storage, $lost, lossSeen])
  switch (storage) {
    case 'sound':
      return null
    case 'refused':
      return (
        <Bar>
          <p>
            <Trans>
              This browser does not let Vesper store anything. Vesper works while you are online, and unsent changes are
              lost when you close the page. Allow site data for Vesper in the settings of the browser.
            </Trans>
          </p>
        </Bar>
      )
    case 'full':
      return (
        <Bar>
          <p>
            <Trans>This device is full, so new text may be lost. Free some space. Unsent changes are safe.</Trans>
          </p>
          <Link to="/device" className={action}>
            <Trans>About this device</Trans>
          </Link>
        </Bar>
      )
    case 'lost':
      return (
        <Bar>
          <p>
            <Plural
              value={lost}
              one="This browser has removed what Vesper kept on this device. # change that you made here may not have been sent; drafts that were only here are gone."
              other="This browser has removed what Vesper kept on this device. # changes that you made here may not have been sent; drafts that were only here are gone."
            />
          </p>
          <button type="button" className={action} onClick={seen}>
            <Trans>OK</Trans>
          </button>
        </Bar>
      )
  }
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="safe-x flex flex-wrap items-center justify-center gap-x-3 bg-danger-soft py-1 text-center text-sm text-danger-ink">
      {children}
    </div>
  )
}
