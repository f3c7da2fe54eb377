import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { uploadFiles } from '../../../core/api/upload.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FileField } from '../../../ui/controls/file-field.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { useSave } from './use-save.ts'

/** Gives a promo another picture, or takes the picture away. */
export function PromoPicture({
  promo: { _id, version, picture },
  reload,
}: {
  promo: DeskPromo
  reload: () => Promise<unknown>
}) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [file, setFile] = useState<File>()
  const path = `/desk/promos/${_id}/picture`
  const save = useSave({
    send: (chosen: File | null) =>
      chosen
        ? uploadFiles({ path: `${path}?version=${version}`, files: { picture: chosen }, answer: Done })
        : callApi({ method: 'DELETE', path, query: { version }, answer: Done }),
    reload,
    onSaved: () => setFile(undefined),
  })
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <div className="w-full">
        <FileField
          label={t`Picture`}
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          file={file}
          onChange={setFile}
        />
      </div>
      <EditorNotes error={save.error} isOffline={false} />
      <div className="flex flex-wrap gap-2">
        {file && (
          <Button busy={save.busy} disabled={isOffline} onClick={() => void save.run(file)}>
            <Trans>Save picture</Trans>
          </Button>
        )}
        {picture !== null && (
          <Button kind="secondary" disabled={isOffline || save.busy} onClick={() => void save.run(null)}>
            <Trans>Remove picture</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
