import { msg } from '@lingui/core/macro'
import { Ban } from 'lucide-react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { ContentAction } from '../../entities/content/content-actions.ts'

/** Blocks fans. Creators alone meet fans as accounts, in conversations and lists of their own. */
export const blockAction: ContentAction = {
  label: msg`Block`,
  icon: <Ban />,
  danger: true,
  fits: ({ type, person }) => type === 'user' && person !== undefined,
  dialog: lazyAgain(async () => (await import('./block-dialog.tsx')).BlockDialog, 'pages'),
}
