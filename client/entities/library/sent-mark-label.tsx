import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SentMark } from './sent-marks.ts'

/** Says how a file was sent. */
export function SentMarkLabel({ mark: { state, price } }: { mark: SentMark }): ReactNode {
  switch (state) {
    case 'free':
      return <Trans>Sent free</Trans>
    case 'bought':
      return <Plural value={price} one="Bought for # token" other="Bought for # tokens" />
    case 'offered':
      return <Plural value={price} one="Offered for # token, not bought" other="Offered for # tokens, not bought" />
  }
}
