import type { ContentAction } from '../core/content/content-actions.ts'

/** The menu of other people's content, in this order. */
export const contentActions: readonly ContentAction[] = []
