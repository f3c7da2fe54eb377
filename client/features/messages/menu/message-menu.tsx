import { useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { useHasContentActions } from '../../../entities/content/use-content-actions.ts'
import { MenuButton } from '../../../ui/controls/menu-button.tsx'
import { isEditable } from '../edit/is-editable.ts'
import type { MessageAction, MessageActions } from './use-message-actions.tsx'

const load = () => import('./message-menu-content.tsx')
const Content = lazyAgain(async () => (await load()).MessageMenuContent)

type Props = { message: Message; isOwn: boolean; isPending: boolean; actions: MessageActions }

/** The menu of a message: seen when the pointer or the focus is on the message; a finger opens it by a long press. */
export function MessageMenu({ message, isOwn, isPending, actions }: Props) {
  const { t } = useLingui()
  const hasContentActions = useHasContentActions()
  const kinds = kindsFor({ message, isOwn, isPending, actions }, 0)
  const isTheirs = !isOwn && !message.isDeleted
  if (kinds.length === 0 && !(isTheirs && hasContentActions)) return null
  return (
    <MenuButton
      label={t`Message options`}
      preload={() => void load()}
      // The actions change with time.
      content={(menu) => {
        const kinds = kindsFor({ message, isOwn, isPending, actions }, Date.now())
        return <Content {...{ menu, message, kinds, actions, isTheirs }} />
      }}
      className="message-options grid size-9 place-items-center rounded-full transition-colors duration-150 hover:bg-raised hover:text-ink"
    >
      <span aria-hidden="true" className="text-xs leading-none before:content-['•••']" />
    </MenuButton>
  )
}

/** The actions on a message at a time, ms since 1970. */
export function kindsFor({ message, isOwn, isPending, actions }: Props, now: number): MessageAction[] {
  if (message.isDeleted) return []
  const copied: MessageAction[] = message.text ? ['copy'] : []
  if (isPending) return actions.edit ? [...copied, 'edit', 'discard'] : [...copied, 'discard']
  const answered: MessageAction[] = actions.reply ? ['reply'] : []
  const rewritten: MessageAction[] = isOwn && actions.rewrite && isEditable(message, now) ? ['rewrite'] : []
  // A bought message stays where it is, and so does a tip.
  const removed: MessageAction[] = isOwn && !message.sale?.boughtAt && !message.tip ? ['remove'] : []
  return [...answered, ...copied, ...rewritten, ...removed]
}
