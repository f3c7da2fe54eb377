import { Plural, useLingui } from '@lingui/react/macro'
import type { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { translated } from '../../../core/api/error-message.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'

/** The things that a decision on many leaves out, each with the reason. */
export function LeftOut({ refused }: Pick<BulkAnswer, 'refused'>) {
  const { t } = useLingui()
  const { things } = useDecisionWords()
  if (refused.length === 0) return null
  return (
    <>
      <p>
        <Plural value={refused.length} one="# is left out:" other="# are left out:" />
      </p>
      <ul role="list" aria-label={t`Left out`} className="grid max-h-60 grid-cols-1 gap-2 overflow-y-auto text-sm">
        {refused.map(({ caseId, thing, objectType, preview, why }) => (
          <li key={caseId ?? thing?.id} className="grid grid-cols-1 wrap-anywhere">
            <span className="font-semibold text-ink">
              {objectType === null ? t`A case that is not there` : things[objectType]}
              {preview !== '' && (
                <>
                  {': '}
                  <bdi>{preview}</bdi>
                </>
              )}
            </span>
            {translated(why)}
          </li>
        ))}
      </ul>
    </>
  )
}
