import { lazyAgain } from '../core/i18n/lazy-with-texts.ts'
import type { ContentActions } from '../entities/content/content-actions.ts'
import { blockAction } from '../features/moderation/block-action.tsx'
import { reportAction } from '../features/reports/report-action.tsx'
import { buyAction, tipAction } from '../features/wallet/wallet-actions.tsx'
import { subscribeAction } from './flows/subscribe-action.tsx'

/** The actions of somebody signed in on content of other people. */
export const contentActions: ContentActions = {
  menu: [tipAction, reportAction, blockAction],
  buy: buyAction,
  tip: tipAction,
  subscribe: subscribeAction,
  follow: lazyAgain(async () => (await import('./flows/follow-thing-button.tsx')).FollowThingButton),
}
