import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPromo, PromoFields } from '@vesper/sync/vesper/api/desk-promos.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage, fieldErrors } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { PromoCard } from '../../../entities/promos/promo-card.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { PromoInputs } from './promo-inputs.tsx'
import { PromoPicture } from './promo-picture.tsx'
import { useEdited } from './use-edited.ts'
import type { Edited } from './use-edited.ts'
import { useSave } from './use-save.ts'

const NOTHING: PromoFields = {
  ...{ title: '', text: '', link: null, position: 'home', audience: 'everybody', state: 'draft' },
  ...{ from: null, until: null },
}
const NEW = { values: NOTHING, version: 0 }

type NewProps = { reload: () => Promise<unknown>; onMade: (id: string) => void; onClose: () => void }

/** Adds a promo. It takes a picture once it is there. */
export function NewPromoForm({ reload, onMade, onClose }: NewProps) {
  const [_id] = useState(() => v7())
  const edited = useEdited('promo', NEW)
  const save = useSave({
    send: () => callApi({ method: 'POST', path: '/desk/promos', body: { _id, ...edited.values }, answer: Done }),
    reload,
    onSaved: () => {
      edited.drop()
      onMade(_id)
    },
  })
  return (
    <PromoEditor edited={edited} picture={null} save={save} onClose={onClose}>
      {null}
    </PromoEditor>
  )
}

type Props = { promo: DeskPromo; reload: () => Promise<unknown>; onClose: () => void }

/** Changes a promo and its picture, or deletes it. */
export function PromoForm({ promo, reload, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isDeleting, setDeleting] = useState(false)
  const { _id, picture, version, ...values } = promo
  const { title } = promo
  const path = `/desk/promos/${_id}`
  const edited = useEdited(`promo:${_id}`, { values, version })
  const save = useSave({
    send: () => callApi({ method: 'PUT', path, body: { version: edited.version, ...edited.values }, answer: Done }),
    reload,
    onSaved: () => {
      edited.drop()
      onClose()
    },
  })
  const remove = useAction(async () => {
    await callApi({ method: 'DELETE', path, query: { version }, answer: Done })
    edited.drop()
    onClose()
    await reload()
  })
  const isContested = edited.isContested && !save.busy
  return (
    <PromoEditor edited={edited} picture={picture} save={save} onClose={onClose}>
      {isContested && (
        <ChangedElsewhere onKeepMine={edited.keepMine} onTakeTheirs={edited.drop}>
          {[values.title, values.text, values.link].filter(Boolean).join('\n')}
        </ChangedElsewhere>
      )}
      {/* With words that are not saved yet, a change of the picture would look like somebody else's. */}
      {!edited.isChanged && <PromoPicture promo={promo} reload={reload} />}
      <Button
        kind="secondary"
        className="justify-self-start"
        disabled={isOffline || save.busy}
        onClick={() => setDeleting(true)}
      >
        <Trans>Delete promo</Trans>
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete ${title}?`}
          yes={<Trans>Delete promo</Trans>}
          busy={remove.busy}
          failure={remove.error === null ? null : errorMessage(remove.error)}
          onYes={() => void remove.run()}
          onClose={() => setDeleting(false)}
        >
          <Trans>It is deleted for everybody, with its picture.</Trans>
        </ConfirmDialog>
      )}
    </PromoEditor>
  )
}

type EditorProps = {
  edited: Edited<PromoFields, number>
  picture: string | null
  save: { run: () => Promise<void>; busy: boolean; error: unknown }
  onClose: () => void
  /** Parts below the inputs. */
  children: ReactNode
}

function PromoEditor({ edited, picture, save, onClose, children }: EditorProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const isContested = edited.isContested && !save.busy
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button kind="secondary" className="justify-self-start" onClick={onClose}>
        <Trans>All promos</Trans>
      </Button>
      <PromoInputs
        values={edited.values}
        wrong={fieldErrors(save.error, ['title', 'text', 'link', 'from', 'until'])}
        onType={edited.type}
      />
      <EditorNotes error={isContested ? null : save.error} isOffline={isOffline} />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={save.busy}
          disabled={isOffline || isContested || edited.values.title.trim() === ''}
          onClick={() => void save.run()}
        >
          <Trans>Save promo</Trans>
        </Button>
        {edited.isChanged && (
          <Button kind="quiet" disabled={save.busy} onClick={edited.drop}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
      </div>
      {edited.values.title.trim() !== '' && (
        <section
          aria-label={t`Preview`}
          // A link of the promo leads away from the words that are typed.
          onClickCapture={(event) => event.preventDefault()}
          className="grid grid-cols-1 gap-2"
        >
          <p className="text-sm text-muted">{t`Preview`}</p>
          <PromoCard promo={{ ...edited.values, picture }} />
        </section>
      )}
      {children}
    </div>
  )
}
