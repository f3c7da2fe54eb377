import { Trans } from '@lingui/react/macro'
import type { PushState } from '../../core/push/push.ts'

/** The reason why a device has no notifications, and the way out. */
export function PushHelp({ state }: { state: PushState['state'] }) {
  if (state === 'denied') {
    return (
      <Trans>
        This browser blocks notifications of Vesper. Allow them in the browser's settings for this site, then come back.
      </Trans>
    )
  }
  if (state === 'needs-install') {
    return (
      <Trans>
        On iPhone and iPad, only an installed app has notifications. Add Vesper to the home screen, and turn them on
        there.
      </Trans>
    )
  }
  if (state === 'unsupported') return <Trans>This browser cannot show notifications of Vesper.</Trans>
  return (
    <Trans>
      Hear of messages and activity on this device while Vesper is closed. Notifications name nobody and quote nothing.
    </Trans>
  )
}
