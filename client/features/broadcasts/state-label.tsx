import { Trans, useLingui } from '@lingui/react/macro'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { formatDate } from '../../ui/text/date-format.ts'

type Props = Pick<Broadcast, 'state' | 'goesAt'> & Partial<Pick<Broadcast, 'returned'>>

/** The state of a message to many in words. */
export function StateLabel({ state, goesAt, returned }: Props) {
  const { i18n } = useLingui()
  const at = goesAt && formatDate(new Date(goesAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  switch (state) {
    case 'draft':
      return returned ? <Trans>Draft that did not go out</Trans> : <Trans>Draft</Trans>
    case 'scheduled':
      return <Trans>Goes out on {at}</Trans>
    case 'counting':
      return <Trans>Goes out within a minute</Trans>
    case 'sending':
      return <Trans>Going out</Trans>
    case 'sent':
      return <Trans>Sent on {at}</Trans>
    case 'stopped':
      return <Trans>Stopped</Trans>
    case 'unsent':
      return <Trans>Unsent</Trans>
  }
}
