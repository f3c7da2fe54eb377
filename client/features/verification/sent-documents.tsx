import { Trans, useLingui } from '@lingui/react/macro'
import type { IdentityDocument } from '@vesper/sync/vesper/api/performers.ts'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { DOCUMENT_KINDS } from '../../entities/documents/documents.ts'
import { useDocumentNames } from '../../entities/documents/use-document-names.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** The documents that the server has, with the state of each and the reason of a rejection. */
export function SentDocuments({ documents }: { documents: readonly IdentityDocument[] }) {
  const { t } = useLingui()
  const names = useDocumentNames()
  if (documents.length === 0) return null
  const inOrder = DOCUMENT_KINDS.flatMap((kind) => documents.filter((document) => document.kind === kind))
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">
        <Trans>Documents that you sent</Trans>
      </h2>
      <ul role="list" aria-label={t`Documents that you sent`} className="grid gap-4">
        {inOrder.map(({ _id, kind, status, reason, createdAt }) => (
          <li key={_id} className="grid gap-1">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="font-medium">{names[kind]}</span>
              <State status={status} />
            </div>
            <Sent at={createdAt} />
            {status === 'rejected' && reason && (
              <p className="text-sm wrap-anywhere whitespace-pre-line text-danger-ink">
                <bdi>{reason}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sent({ at }: { at: string }) {
  const { i18n } = useLingui()
  const date = formatDate(new Date(at), i18n.locale, { dateStyle: 'medium' })
  return (
    <p className="text-sm text-muted">
      <Trans>Sent on {date}</Trans>
    </p>
  )
}

function State({ status }: Pick<IdentityDocument, 'status'>): ReactNode {
  if (status === 'approved') {
    return (
      <Badge tone="ok">
        <CircleCheck className="size-3.5" aria-hidden="true" />
        <Trans>Approved</Trans>
      </Badge>
    )
  }
  if (status === 'rejected') {
    return (
      <Badge tone="danger">
        <CircleX className="size-3.5" aria-hidden="true" />
        <Trans>Not accepted</Trans>
      </Badge>
    )
  }
  return (
    <Badge tone="warning">
      <Hourglass className="size-3.5" aria-hidden="true" />
      <Trans>Being reviewed</Trans>
    </Badge>
  )
}
