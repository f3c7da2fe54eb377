import type { I18n, MessageDescriptor } from '@lingui/core'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { createEvent, createStore } from 'effector'
import type { ComponentType, ReactNode } from 'react'
import { emit } from '../../core/session/emit-in-scope.ts'
import type { MenuItem } from '../../ui/menu.tsx'

/**
 * A thing that somebody made, such as a post or an asset, or an account itself. `price` is in tokens; `person` names an
 * account; `tip` is one that was begun before.
 */
export type Content = {
  type: ReportTarget | 'stream'
  id: string
  ownerId: string
  price?: number
  tip?: { tokens: number | null; message: string }
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

let actions: readonly ContentAction[] = []

/** Hands in what features offer for content; called once at the start. */
export function provideContentActions(given: readonly ContentAction[]): void {
  actions = given
}

/** The actions of a signed-in viewer on content of another account. */
export function contentMenuItems(content: Content, i18n: I18n): MenuItem[] {
  const fitting = actions.filter(({ fits }) => fits?.(content) ?? true)
  return fitting.map((action) => ({
    label: i18n._(action.label),
    icon: action.icon,
    danger: action.danger ?? false,
    onSelect: () => emit(actionChosen, { action, content }),
  }))
}

let buy: ContentAction | null = null

/** Hands in how content is bought; called once at the start. */
export function provideBuying(given: ContentAction): void {
  buy = given
}

/** Asks the viewer to buy content. */
export function askToBuy(content: Content): void {
  if (buy) emit(actionChosen, { action: buy, content })
}

let tip: ContentAction | null = null

/** Hands in how creators are given tokens; called once at the start. */
export function provideTipping(given: ContentAction): void {
  tip = given
}

/** Asks the viewer how many tokens the owner of the content is given. */
export function askToTip(content: Content): void {
  if (tip) emit(actionChosen, { action: tip, content })
}

let subscribe: ContentAction | null = null

/** Hands in how somebody subscribes to a creator; called once at the start. */
export function provideSubscribing(given: ContentAction): void {
  subscribe = given
}

/** Asks the viewer to subscribe to the creator of this content. */
export function askToSubscribe(content: Content): void {
  if (subscribe) emit(actionChosen, { action: subscribe, content })
}

export function hasContentActions(): boolean {
  return actions.length > 0
}
