import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { FileUses } from '@vesper/sync/vesper/api/files.ts'
import type { FileUse } from '@vesper/sync/vesper/api/files.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'

/** The uses of a file, a line each, and a button that deletes it for good; one that is used is not deleted. */
export function DeleteFile({ fileId, onDeleted }: { fileId: string; onDeleted: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data } = useKeptAnswer(`/performer/files/${fileId}/uses`, FileUses)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const deleting = useAction(async () => {
    try {
      await callApi({ method: 'DELETE', path: `/performer/files/${fileId}`, answer: Done })
      announce(t`File deleted`)
      onDeleted()
    } catch (error) {
      setFailure(errorMessage(error))
    }
  })
  const isUsed = data !== undefined && data.data.length > 0
  return (
    <section className="grid gap-2">
      {isUsed && <Uses uses={data.data} />}
      <Button
        kind="danger"
        className="justify-self-start"
        disabled={isOffline || isUsed || !data}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Delete this file?`}
          yes={<Trans>Delete</Trans>}
          busy={deleting.busy}
          failure={failure}
          onYes={() => void deleting.run()}
          onClose={() => setAsking(false)}
        >
          <Trans>Nothing uses it. It is deleted from your library for good.</Trans>
        </ConfirmDialog>
      )}
    </section>
  )
}

function Uses({ uses }: { uses: readonly FileUse[] }) {
  return (
    <div className="text-sm">
      <p>
        <Trans>It is used, so it cannot be deleted. Take it out of these first:</Trans>
      </p>
      <ul role="list">
        {uses.map((use) => (
          <li key={use.use}>
            <Use {...use} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Use({ use, count }: FileUse) {
  switch (use) {
    case 'post':
      return <Plural value={count} one="# post" other="# posts" />
    case 'draft':
      return <Plural value={count} one="# draft" other="# drafts" />
    case 'gallery':
      return <Plural value={count} one="# gallery" other="# galleries" />
    case 'photo':
      return <Plural value={count} one="# photo" other="# photos" />
    case 'video':
      return <Plural value={count} one="# video" other="# videos" />
    case 'product':
      return <Plural value={count} one="# product" other="# products" />
    case 'message':
    case 'stream-message':
      return <Plural value={count} one="# message" other="# messages" />
    case 'comment':
      return <Plural value={count} one="# comment" other="# comments" />
    case 'order':
      return <Plural value={count} one="# order" other="# orders" />
  }
}
