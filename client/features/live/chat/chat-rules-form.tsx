import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { useUnit } from 'effector-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { parseWhole } from '../../../core/forms/parse-whole.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { changesOf, TERM_MAX, termsOf, TERMS_MAX, typedMode } from './typed-mode.ts'
import type { TypedMode } from './typed-mode.ts'
import { useTypedRules } from './use-typed-rules.ts'

const PAUSES = [0, 5, 10, 30, 60, 300]
const MINUTE_S = 60

type Props = {
  mode: ChatMode
  /** Names the rules, as the ones of this chat: texts that were not saved are kept under it. */
  name: string
  /** Takes the rules that were changed alone: another moderator may change others meanwhile. */
  onSave: (changes: Partial<ChatMode>) => Promise<void>
}

/** The rules of a chat: its pauses, those who may write, and the terms that hold a message back. */
export function ChatRulesForm({ mode, name, onSave }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { typed, edit, forget } = useTypedRules(`chat-rules:${name}`, mode)
  const values = { ...typedMode(mode), ...typed }
  const changes = changesOf(mode, typed)
  const save = useAction(async () => {
    await onSave(changes ?? {})
    forget(typed)
    void showToast('success', t`Changes saved`)
  })
  return (
    <form
      className="grid gap-4 text-ink"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <SlowModeField value={values.pause} onChange={(pause) => edit({ pause })} />
      <SelectField
        label={t`May write`}
        value={values.writers}
        onChange={({ currentTarget }) => edit({ writers: currentTarget.value as TypedMode['writers'] })}
      >
        <option value="all">{t`Everybody who watches`}</option>
        <option value="followers">{t`Followers`}</option>
        <option value="subscribers">{t`Subscribers`}</option>
      </SelectField>
      {values.writers === 'followers' && (
        <TextField
          label={t`Minutes they have followed at least`}
          inputMode="numeric"
          value={values.minutes}
          error={
            parseWhole(values.minutes, { least: 0, most: 43_200 }) === null ? t`Choose 0 to 43,200 minutes.` : undefined
          }
          onChange={(event) => edit({ minutes: event.currentTarget.value })}
        />
      )}
      <TermsField value={values.terms} onChange={(terms) => edit({ terms })} />
      {isOffline && (
        <Notice tone="warning" role="status">
          <Trans>Needs a connection.</Trans>
        </Notice>
      )}
      <div role="alert" className="empty:hidden">
        {save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      </div>
      <Button
        type="submit"
        kind="secondary"
        busy={save.busy}
        disabled={isOffline || changes === null || Object.keys(changes).length === 0}
      >
        <Trans>Save the rules</Trans>
      </Button>
    </form>
  )
}

type FieldProps = { value: string; onChange: (value: string) => void }

function SlowModeField({ value, onChange }: FieldProps) {
  const { t } = useLingui()
  // Another client may have chosen a pause between these.
  const pauses = [...new Set([...PAUSES, Number(value)])].toSorted((a, b) => a - b)
  return (
    <SelectField
      label={t`Slow mode`}
      value={value}
      hint={t`Each viewer waits so long between two messages.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {pauses.map((seconds) => (
        <option key={seconds} value={seconds}>
          <Pause seconds={seconds} />
        </option>
      ))}
    </SelectField>
  )
}

function Pause({ seconds }: { seconds: number }) {
  if (seconds === 0) return <Trans>Off</Trans>
  return seconds % MINUTE_S === 0 ? (
    <Plural value={seconds / MINUTE_S} one="# minute" other="# minutes" />
  ) : (
    <Plural value={seconds} one="# second" other="# seconds" />
  )
}

function TermsField({ value, onChange }: FieldProps) {
  const { t } = useLingui()
  const terms = termsOf(value)
  const error = terms.some(({ length }) => length > TERM_MAX)
    ? t`A term has at most 50 characters.`
    : terms.length > TERMS_MAX
      ? t`Block at most 100 terms.`
      : undefined
  return (
    <TextArea
      label={t`Blocked terms`}
      value={value}
      error={error}
      hint={t`One term a line. A message with one of them waits for your review; viewers do not see the list.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
