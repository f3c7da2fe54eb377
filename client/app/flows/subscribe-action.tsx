import { msg } from '@lingui/core/macro'
import { Gem } from 'lucide-react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import type { ContentAction } from '../../entities/content/content-actions.ts'

/** Subscribes to a creator. */
export const subscribeAction: ContentAction = {
  label: msg`Subscribe`,
  icon: <Gem />,
  dialog: lazyAgain(async () => (await import('./subscribe-sheet.tsx')).SubscribeSheet, 'money'),
}
