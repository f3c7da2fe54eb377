import { useLingui } from '@lingui/react'
import { use } from 'react'
import { emit } from '../../core/session/emit-in-scope.ts'
import type { MenuItem } from '../../ui/overlay/menu-content.tsx'
import { actionChosen, ContentActionsContext } from './content-actions.ts'
import type { Content, ContentAction } from './content-actions.ts'

type Asks = {
  /** The menu of a signed-in viewer on content of another account. */
  menuItems: (content: Content) => MenuItem[]
  askToBuy: (content: Content) => void
  /** Asks how many tokens the owner of the content is given. */
  askToTip: (content: Content) => void
  /** Asks to subscribe to the creator of the content. */
  askToSubscribe: (content: Content) => void
}

/** Opens the dialogs of actions on content. Outside of `ContentActionsContext` it offers none. */
export function useContentActions(): Asks {
  const { i18n } = useLingui()
  const actions = use(ContentActionsContext)
  const ask = (action: ContentAction | undefined) => (content: Content) => {
    if (action) emit(actionChosen, { action, content })
  }
  return {
    menuItems: (content) =>
      (actions?.menu ?? [])
        .filter(({ fits }) => fits?.(content) ?? true)
        .map((action) => ({
          label: i18n._(action.label),
          icon: action.icon,
          danger: action.danger ?? false,
          onSelect: () => ask(action)(content),
        })),
    askToBuy: ask(actions?.buy),
    askToTip: ask(actions?.tip),
    askToSubscribe: ask(actions?.subscribe),
  }
}

/** True where a menu of content has entries. */
export function useHasContentActions(): boolean {
  return (use(ContentActionsContext)?.menu.length ?? 0) > 0
}
