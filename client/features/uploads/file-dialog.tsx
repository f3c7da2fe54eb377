import { Trans, useLingui } from '@lingui/react/macro'
import { FileSends, FileTags } from '@vesper/sync/vesper/api/files.ts'
import type { FileSend, LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { Tags } from '@vesper/sync/vesper/api/tags.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { SentMarkLabel } from '../../entities/library/sent-mark-label.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { DeleteFile } from './delete-file.tsx'
import { useKindName } from './use-kind-name.ts'

type Props = { file: LibraryFile; onClose: () => void; onChanged: () => void }

/** A file of the library: its tags, to whom it was sent, and what uses it. */
export function FileDialog({ file, onClose, onChanged }: Props) {
  const kind = useKindName(file.type)
  return (
    <Dialog title={file.name ?? kind} onClose={onClose}>
      <TagsForm file={file} onChanged={onChanged} />
      <Sends fileId={file._id} />
      <DeleteFile
        fileId={file._id}
        onDeleted={() => {
          onChanged()
          onClose()
        }}
      />
    </Dialog>
  )
}

function TagsForm({ file, onChanged }: Omit<Props, 'onClose'>) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState(file.tags.join(' '))
  const [error, setError] = useState<string>()
  const saving = useAction(async () => {
    const read = v.safeParse(Tags, typed.split(/[\s,،]+/).filter(Boolean))
    if (!read.success) return setError(translated(read.issues[0].message))
    try {
      const path = `/performer/files/${file._id}/tags`
      const { tags } = await callApi({ method: 'PUT', path, body: { tags: read.output }, answer: FileTags })
      setTyped(tags.join(' '))
      announce(t`Tags saved`)
      onChanged()
    } catch (failure) {
      setError(errorMessage(failure))
    }
  })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run()
      }}
    >
      <TextField
        label={t`Your tags`}
        hint={<Trans>Separate them by spaces. Nobody else sees them.</Trans>}
        dir="auto"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value)
          setError(undefined)
        }}
      />
      <Button
        type="submit"
        kind="secondary"
        className="justify-self-start"
        busy={saving.busy}
        disabled={isOffline || typed === file.tags.join(' ')}
      >
        <Trans>Save the tags</Trans>
      </Button>
    </form>
  )
}

function Sends({ fileId }: { fileId: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useKeptAnswer(`/performer/files/${fileId}/sent`, FileSends)
  return (
    <section aria-labelledby="file-sends" className="grid gap-2">
      <h3 id="file-sends" className="font-semibold text-ink">
        <Trans>Sent in messages</Trans>
      </h3>
      {data ? (
        <SendList sends={data.data} />
      ) : isOffline ? (
        <p className="text-sm">
          <Trans>This is shown when you are back online.</Trans>
        </p>
      ) : error === undefined ? (
        <Skeleton className="h-12 rounded-control" />
      ) : (
        <ErrorState title={t`This could not be loaded`} message={errorMessage(error)} onRetry={() => void mutate()} />
      )}
    </section>
  )
}

function SendList({ sends }: { sends: readonly FileSend[] }) {
  const { t, i18n } = useLingui()
  if (sends.length === 0) {
    return (
      <p className="text-sm">
        <Trans>You have sent it to nobody.</Trans>
      </p>
    )
  }
  return (
    <ul role="list" aria-label={t`Sent in messages`} className="grid gap-2">
      {sends.map((send) => (
        <li key={send._id} className="flex flex-wrap justify-between gap-x-3 text-sm">
          <bdi className="font-semibold text-ink">{send.recipient.name}</bdi>
          <span>
            <SentMarkLabel mark={send} /> · {formatDate(new Date(send.createdAt), i18n.locale, { dateStyle: 'medium' })}
          </span>
        </li>
      ))}
    </ul>
  )
}
