import { Trans, useLingui } from '@lingui/react/macro'
import { Report, REPORT_TEXT_MAX, reportCategories } from '@vesper/sync/vesper/api/reports.ts'
import type { ReportCategory } from '@vesper/sync/vesper/api/reports.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import type { Content } from '../../entities/content/content-actions.ts'
import { useCategoryNames } from '../../entities/decisions/use-category-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

type Draft = { category: ReportCategory | null; text: string }

/** Asks why content is reported. Its draft outlives the dialog and a reload, until the report is sent. */
export function ReportDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const draftKey = `report:${content.type}:${content.id}`
  const [draft, setDraft] = useState(() => readDraft(draftKey))
  const [isIncomplete, setIncomplete] = useState(false)
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    tabForms.write(draftKey, next)
  }
  const sending = useAction(async ({ category, text }: Draft) => {
    const body = { objectType: content.type, objectId: content.id, category, text }
    await callApi({ method: 'POST', path: '/reports', body, answer: Report })
    tabForms.remove(draftKey)
    onClose()
    void showToast('success', t`Report sent. Its case number is under Your reports, in your account.`)
  })
  const send = () => {
    setIncomplete(draft.category === null)
    if (draft.category !== null) void sending.run(draft)
  }
  return (
    <Dialog
      title={t`Report`}
      onClose={onClose}
      actions={
        <Button onClick={send} busy={sending.busy} disabled={isOffline}>
          <Trans>Send report</Trans>
        </Button>
      }
    >
      <Categories chosen={draft.category} isMissing={isIncomplete && draft.category === null} onChoose={change} />
      <TextArea
        label={t`What is wrong`}
        value={draft.text}
        maxLength={REPORT_TEXT_MAX}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div role="status" className="empty:absolute">
        {isOffline && (
          <Notice tone="warning">
            <Trans>A report needs a connection. Your text is kept: send it when you are online again.</Trans>
          </Notice>
        )}
      </div>
      <div role="alert" className="empty:absolute">
        {sending.error !== null && <Notice tone="danger">{errorMessage(sending.error)}</Notice>}
      </div>
    </Dialog>
  )
}

type CategoriesProps = {
  chosen: ReportCategory | null
  isMissing: boolean
  onChoose: (changes: { category: ReportCategory }) => void
}

function Categories({ chosen, isMissing, onChoose }: CategoriesProps) {
  const labels = useCategoryNames()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">
        <Trans>Reason</Trans>
      </legend>
      {reportCategories.map((category) => (
        <label key={category} className="flex min-h-target items-center gap-3 text-ink">
          <input
            type="radio"
            name="category"
            value={category}
            checked={chosen === category}
            onChange={() => onChoose({ category })}
            className="size-5 accent-accent"
          />
          {labels[category]}
        </label>
      ))}
      <p role="alert" className="text-sm text-danger-ink empty:absolute">
        {isMissing && <Trans>Choose a reason.</Trans>}
      </p>
    </fieldset>
  )
}

/** The storage may hold anything. */
function readDraft(key: string): Draft {
  const { category, text } = tabForms.read(key)
  return {
    category: reportCategories.find((known) => known === category) ?? null,
    text: typeof text === 'string' ? text : '',
  }
}
