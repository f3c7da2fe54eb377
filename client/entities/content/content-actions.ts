import type { MessageDescriptor } from '@lingui/core'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import { createEvent, createStore } from 'effector'
import { createContext } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * A thing that somebody made, such as a post or an asset, or an account itself. `price` is in tokens; `person` names an
 * account; `tip` and `term` were begun before. `page` is the path that a payment leads back to, unless that is the page of
 * the thing.
 */
export type Content = {
  type: ReportTarget
  id: string
  ownerId: string
  price?: number
  page?: string
  tip?: { tokens: number | null; message: string }
  /** A term of a subscription with the way to pay it, its coupon and the consent, as far as they were chosen. */
  term?: {
    type: SubscriptionType
    way: string | null
    coupon: { code: string; before: number; amount: number; isOffer?: boolean } | null
    agreedTo: string | null
  }
  /** The stream in which a tip is given: its chat tells of it. */
  streamId?: string
  person?: { name: string; username: string | null; avatar: string | null }
}

/** An entry in the menu of other people's content. */
export type ContentAction = {
  label: MessageDescriptor
  icon: ReactNode
  danger?: boolean
  /** Tells which content it is for; all unless told. */
  fits?: (content: Content) => boolean
  /** Asks for what the action needs; may suspend. */
  dialog: ComponentType<{ content: Content; onClose: () => void }>
}

/** The action that has been chosen; its dialog is open. */
export const $chosenAction = createStore<{ action: ContentAction; content: Content } | null>(null)
export const actionChosen = createEvent<{ action: ContentAction; content: Content }>()
export const actionClosed = createEvent()

$chosenAction.on(actionChosen, (_, chosen) => chosen).reset(actionClosed)

/** `thingId` names what opens with it, which is read again then. */
export type FollowProps = { performerId: string; thingId: string }

/** Features offer these for content; `app` hands them in. `menu` is in its order. */
export type ContentActions = {
  menu: readonly ContentAction[]
  buy: ContentAction
  tip: ContentAction
  subscribe: ContentAction
  /** Follows the creator of a thing that opens to followers. */
  follow: ComponentType<FollowProps>
}

/** Null where nobody can act on content. */
export const ContentActionsContext = createContext<ContentActions | null>(null)
