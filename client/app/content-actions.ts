import type { ContentAction } from '../entities/content/content-actions.ts'
import { blockAction } from '../features/moderation/block-action.tsx'
import { reportAction } from '../features/reports/report-action.tsx'
import { tipAction } from '../features/wallet/wallet-actions.tsx'

export { subscribeAction } from './flows/subscribe-action.tsx'
export { buyAction, tipAction } from '../features/wallet/wallet-actions.tsx'

/** The menu of other people's content, in this order. */
export const contentActions: readonly ContentAction[] = [tipAction, reportAction, blockAction]
