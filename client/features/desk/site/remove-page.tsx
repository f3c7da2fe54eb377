import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPage } from '@vesper/sync/vesper/api/desk-pages.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = { page: DeskPage; what: 'draft' | 'page'; onRemoved: () => void; onClose: () => void }

/**
 * Asks before texts of the operator go: the draft alone, or all of a page. A page that comes with Vesper has its own text again
 * then.
 */
export function RemovePage({ page, what, onRemoved, onClose }: Props) {
  const { t } = useLingui()
  const { slug, locale, title, version, isSpecial } = page
  const remove = useAction(async () => {
    const path = `/desk/pages/${slug}/${locale}`
    if (what === 'draft') await callApi({ method: 'POST', path: `${path}/discard`, body: { version }, answer: Done })
    else if (isSpecial) await callApi({ method: 'POST', path: `${path}/restore`, body: { version }, answer: Done })
    else await callApi({ method: 'DELETE', path, query: { version }, answer: Done })
    onRemoved()
  })
  const asking = {
    busy: remove.busy,
    failure: remove.error === null ? null : errorMessage(remove.error),
    onYes: () => void remove.run(),
    onClose,
  }
  if (what === 'draft') {
    return (
      <ConfirmDialog title={t`Discard this draft?`} yes={<Trans>Discard draft</Trans>} {...asking}>
        <Trans>The draft is deleted for everybody. Visitors see the same text as before.</Trans>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={isSpecial ? t`Show the built-in text again?` : t`Delete ${title}?`}
      yes={isSpecial ? <Trans>Back to the built-in text</Trans> : <Trans>Delete page</Trans>}
      {...asking}
    >
      <Trans>Your text and its draft are deleted for everybody.</Trans>
    </ConfirmDialog>
  )
}
