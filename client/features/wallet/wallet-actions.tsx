import { msg } from '@lingui/core/macro'
import { Gem } from 'lucide-react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { signedInUser } from '../../core/session/session.ts'
import type { ContentAction } from '../../entities/content/content-actions.ts'

/** Gives tokens to a creator. */
export const tipAction: ContentAction = {
  label: msg`Send a tip`,
  icon: <Gem />,
  // A creator talks to fans alone.
  fits: ({ type }) =>
    type === 'performer' || type === 'feed' || (type === 'message' && signedInUser()?.isPerformer === false),
  dialog: lazyAgain(async () => (await import('./tip-dialog.tsx')).TipDialog, 'money'),
}

/** Buys a thing that is for sale. */
export const buyAction: ContentAction = {
  label: msg`Buy`,
  icon: <Gem />,
  dialog: lazyAgain(async () => (await import('./buy-dialog.tsx')).BuyDialog, 'money'),
}
