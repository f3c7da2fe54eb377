import { Trans, useLingui } from '@lingui/react/macro'
import type { OrderLine, RefundRequest } from '@vesper/sync/vesper/records/order.ts'
import { useReasonWords, useRequestWords } from '../../entities/orders/order-words.ts'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { listFormat } from '../../ui/text/number-format.ts'

/** How the buyer's request for tokens back stands, and until when somebody answers. */
export function RequestCard({ request, lines }: { request: RefundRequest; lines: readonly OrderLine[] }) {
  const { i18n } = useLingui()
  const [states, reasons] = [useRequestWords(), useReasonWords()]
  const { state, reason, note, answer, answerBy, isFinal } = request
  const until = answerBy && formatDate(new Date(answerBy), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const names = request.lines.flatMap(({ lineId }) => lines.find(({ _id }) => _id === lineId)?.name ?? [])
  return (
    <Card className="grid gap-2">
      <h2 className="font-semibold">{states[state]}</h2>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {reasons[reason]}
        {names.length > 0 && <bdi>: {listFormat(i18n.locale).format(names)}</bdi>}
      </p>
      {note !== '' && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{note}</bdi>
        </p>
      )}
      {state === 'open' && until && (
        <p className="text-sm">
          <Trans>The seller answers by {until}. After that our team decides.</Trans>
        </p>
      )}
      {answer !== '' && (
        <p className="[overflow-wrap:anywhere]">
          <Trans>
            Answer: <bdi>{answer}</bdi>
          </Trans>
        </p>
      )}
      {state === 'refused' && isFinal && (
        <p className="text-sm">
          <Trans>Our team has decided. There is no further appeal.</Trans>
        </p>
      )}
    </Card>
  )
}
