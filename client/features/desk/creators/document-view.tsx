import { Trans } from '@lingui/react/macro'
import { DeskPicture } from '@vesper/sync/vesper/api/desk-creators.ts'
import type { DeskDocument } from '@vesper/sync/vesper/api/desk-creators.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'

/** One document, which is opened by a press: each look is audited. The picture is gone with the page. */
export function DocumentView({ document, name, mayLook }: { document: DeskDocument; name: string; mayLook: boolean }) {
  const isOffline = useUnit($offline)
  const [picture, setPicture] = useState<string | null>(null)
  const looking = useAction(async () => {
    const { mimeType, data } = await callApi({ path: `/desk/documents/${document._id}`, answer: DeskPicture })
    setPicture(`data:${mimeType};base64,${data}`)
  })
  if (picture !== null) return <img src={picture} alt={name} className="w-full rounded-card" />
  if (!document.isThere) {
    return (
      <p className="text-sm text-muted">
        <Trans>Removed after its review.</Trans>
      </p>
    )
  }
  if (document.isPdf) {
    return (
      <p className="text-sm text-muted">
        <Trans>A PDF is not shown here. The operator writes it into a file by the command "document".</Trans>
      </p>
    )
  }
  if (!mayLook) {
    return (
      <p className="text-sm text-muted">
        <Trans>You may not look at documents.</Trans>
      </p>
    )
  }
  return (
    <>
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={looking.busy}
        disabled={isOffline}
        onClick={() => void looking.run()}
      >
        <Trans>Show document</Trans>
      </Button>
      <div role="alert" className="empty:absolute">
        {looking.error !== null && <Notice tone="danger">{errorMessage(looking.error)}</Notice>}
      </div>
    </>
  )
}
