import { Trans, useLingui } from '@lingui/react/macro'
import type { Health } from '@vesper/sync/engine/health.ts'
import { bytes } from '../../ui/text/format-bytes.ts'
import { numberFormat } from '../../ui/text/number-format.ts'
import { Fact, Facts } from './stat-list.tsx'
import { useLocalFiles } from './use-local-files.ts'

/** The account's rows on this device, which can be read offline. */
export function LocalDataSummary({ rows, account }: Pick<Health, 'rows'> & { account: string }) {
  const { i18n } = useLingui()
  const files = useLocalFiles(account)
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  const size = files && files.uploadBytes > 0 ? ` (${bytes(files.uploadBytes, i18n.locale)})` : ''
  return (
    <Facts>
      <Fact name={<Trans>Conversations</Trans>}>{number(rows['conversations'] ?? 0)}</Fact>
      <Fact name={<Trans>Messages</Trans>}>{number(rows['messages'] ?? 0)}</Fact>
      <Fact name={<Trans>Posts</Trans>}>{number(rows['posts'] ?? 0)}</Fact>
      <Fact name={<Trans>Pictures</Trans>}>{files?.pictures == null ? '–' : number(files.pictures)}</Fact>
      <Fact name={<Trans>Drafts</Trans>}>{files && number(files.drafts)}</Fact>
      <Fact name={<Trans>Files to be sent</Trans>}>{files && `${number(files.uploads)}${size}`}</Fact>
    </Facts>
  )
}
