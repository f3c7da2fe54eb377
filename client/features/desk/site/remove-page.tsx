import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPage } from '@vesper/sync/vesper/api/desk-pages.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'

type Props = { page: DeskPage; onRemoved: () => void; onClose: () => void }

/** Asks before the operator's texts of a page go: a page that comes with Vesper has its own text again. */
export function RemovePage({ page: { slug, locale, title, version, isSpecial }, onRemoved, onClose }: Props) {
  const { t } = useLingui()
  const remove = useAction(async () => {
    const path = `/desk/pages/${slug}/${locale}`
    if (isSpecial) await callApi({ method: 'POST', path: `${path}/restore`, body: { version }, answer: Done })
    else await callApi({ method: 'DELETE', path, query: { version }, answer: Done })
    onRemoved()
  })
  return (
    <ConfirmDialog
      title={isSpecial ? t`Show the built-in text again?` : t`Delete ${title}?`}
      yes={isSpecial ? <Trans>Back to the built-in text</Trans> : <Trans>Delete page</Trans>}
      busy={remove.busy}
      failure={remove.error === null ? null : errorMessage(remove.error)}
      onYes={() => void remove.run()}
      onClose={onClose}
    >
      <Trans>Your text and its draft are deleted for everybody.</Trans>
    </ConfirmDialog>
  )
}
