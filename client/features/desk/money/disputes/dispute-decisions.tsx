import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskDisputeDetail } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { translated } from '../../../../core/api/error-message.ts'
import { DeskTime } from '../../desk-time.tsx'
import { EvidenceText } from './evidence-text.tsx'
import { useDisputeWords } from './use-dispute-words.ts'

/** The decisions on a dispute, the latest first, with the texts that were sent. */
export function DisputeDecisions({ decisions }: Pick<DeskDisputeDetail, 'decisions'>) {
  const { t } = useLingui()
  const words = useDisputeWords()
  const states = { asked: t`On its way to the bank`, done: t`Sent`, failed: t`Not taken` }
  return (
    <ul className="grid grid-cols-1 gap-4">
      {decisions.map(({ _id, kind, state, by, at, text, parts, failure }) => (
        <li key={_id} className="grid grid-cols-1 gap-1">
          <span className="flex flex-wrap gap-x-2 text-sm text-muted">
            <span>{kind === 'answer' ? t`Answer` : t`Dispute accepted`}</span>
            <bdi>{by === '' ? t`Operator` : by}</bdi>
            <DeskTime at={at} />
            <span>{states[state]}</span>
          </span>
          {failure !== null && <span className="text-sm text-danger-ink">{translated(failure)}</span>}
          {text !== '' && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          )}
          {parts.length > 0 && (
            <details>
              <summary className="min-h-target cursor-pointer py-2 text-sm">
                <Trans>Records that were sent</Trans>
              </summary>
              {parts.map((one) => (
                <div key={one.part} className="grid grid-cols-1 gap-1 pb-2">
                  <span className="text-sm font-semibold">{words.parts[one.part]}</span>
                  <EvidenceText text={one.text} />
                </div>
              ))}
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
