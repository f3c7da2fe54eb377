import { msg } from '@lingui/core/macro'
import { Gem } from 'lucide-react'
import type { ContentAction } from '../../core/content/content-actions.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'

/** Subscribes to a creator. */
export const subscribeAction: ContentAction = {
  label: msg`Subscribe`,
  icon: <Gem />,
  dialog: lazyAgain(async () => (await import('./subscribe-sheet.tsx')).SubscribeSheet, 'money'),
}
