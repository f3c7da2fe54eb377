import { msg } from '@lingui/core/macro'
import { Flag } from 'lucide-react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { ContentAction } from '../../entities/content/content-actions.ts'

/** Reports posts, messages and accounts that break the rules. */
export const reportAction: ContentAction = {
  label: msg`Report`,
  icon: <Flag />,
  danger: true,
  dialog: lazyAgain(async () => (await import('./report-dialog.tsx')).ReportDialog, 'content'),
}
