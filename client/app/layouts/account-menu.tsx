import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import {
  Bookmark,
  LogOut,
  Moon,
  Send,
  ShoppingBag,
  Smartphone,
  Sun,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react'
import { $waiting } from '../../core/connection/model.ts'
import { $theme, themeChosen } from '../../core/preferences/model.ts'
import { accountOf } from '../../core/session/post-login-destination.ts'
import { $session } from '../../core/session/model.ts'
import type { OpenMenu } from '../../ui/menu-button.tsx'
import { MenuContent } from '../../ui/overlay/menu-content.tsx'
import type { MenuItem } from '../../ui/menu.tsx'

/** What somebody signed in finds behind their picture. */
export function AccountMenu({ onLeave, ...menu }: OpenMenu & { onLeave: () => void }) {
  return <MenuContent {...menu} items={useItems(onLeave)} />
}

function useItems(leave: () => void): MenuItem[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [session, theme, chooseTheme, waiting] = useUnit([$session, $theme, themeChosen, $waiting])
  const isPerformer = session.state === 'signed-in' && session.user.isPerformer
  const go = (to: string) => () => void navigate({ to })
  return [
    { label: t`Account`, icon: <UserRound />, onSelect: go(accountOf(isPerformer)) },
    { label: t`Following`, icon: <UserRoundCheck />, onSelect: go('/following') },
    { label: t`Bookmarks`, icon: <Bookmark />, onSelect: go('/bookmarks') },
    ...(isPerformer ? [{ label: t`Followers`, icon: <UsersRound />, onSelect: go('/creator/followers') }] : []),
    ...(isPerformer ? [{ label: t`Cart`, icon: <ShoppingBag />, onSelect: go('/cart') }] : []),
    {
      label: waiting ? t`Waiting to be sent (${waiting})` : t`Waiting to be sent`,
      icon: <Send />,
      onSelect: go('/outbox'),
    },
    { label: t`About this device`, icon: <Smartphone />, onSelect: go('/device') },
    theme === 'dark'
      ? { label: t`Light theme`, icon: <Sun />, onSelect: () => chooseTheme('light') }
      : { label: t`Dark theme`, icon: <Moon />, onSelect: () => chooseTheme('dark') },
    'separator',
    { label: t`Log out`, icon: <LogOut />, danger: true, onSelect: leave },
  ]
}
