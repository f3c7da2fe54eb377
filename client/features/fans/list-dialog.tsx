import { Trans, useLingui } from '@lingui/react/macro'
import { FanListName } from '@vesper/sync/vesper/api/fan-lists.ts'
import { FAN_LIST_NAME_MAX } from '@vesper/sync/vesper/records/fan-list.ts'
import type { FanList } from '@vesper/sync/vesper/records/fan-list.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ruleOf, valuesOf } from './list-values.ts'
import { RuleFields } from './rule-fields.tsx'

/** `list` is null for a new one. */
type Props = { list: FanList | null; onSaved?: (listId: string) => void; onClose: () => void }

/** Makes a list, or changes its name and rule, with a connection or without. */
export function ListDialog({ list, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { values, edit, forget } = useKeptForm(`fan-list:${list?._id ?? 'new'}`, valuesOf(list))
  const [error, setError] = useState<string | null>(null)
  const saving = useAction(async () => {
    const name = v.safeParse(FanListName, values.name)
    const read = ruleOf(values)
    const wrong = name.success ? ('error' in read ? read.error : null) : name.issues[0].message
    setError(wrong === null ? null : translated(wrong))
    if (!name.success || 'error' in read) return
    const _id = list?._id ?? v7()
    const kind = list?.kind ?? (read.rule ? 'rule' : 'manual')
    const changes = { name: name.output, ...(read.rule && { rule: read.rule }) }
    await sync.mutate('fan-list.save', { _id, kind, changes, editedAt: new Date().toISOString() })
    forget()
    onClose()
    onSaved?.(_id)
  })
  return (
    <Dialog
      title={list ? t`Change list` : t`New list`}
      onClose={onClose}
      failure={error ?? (saving.error === null ? null : errorMessage(saving.error))}
      actions={
        <Button onClick={() => void saving.run()} busy={saving.busy}>
          <Trans>Save list</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Name of the list`}
        value={values.name}
        maxLength={FAN_LIST_NAME_MAX}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <RuleFields values={values} edit={edit} only={list?.kind ?? null} />
    </Dialog>
  )
}
