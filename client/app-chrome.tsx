import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import {
  Bookmark,
  House,
  LogOut,
  MessageCircle,
  Moon,
  PenLine,
  Send,
  ShoppingBag,
  Smartphone,
  Sun,
  UserRound,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { PrimaryLayout } from './features/navigation/primary-layout.tsx'
import type { Destination } from './features/navigation/primary-layout.tsx'
import { VisitorLayout } from './features/navigation/visitor-layout.tsx'
import { $theme, themeChosen } from './features/preferences/model.ts'
import { landingOf } from './features/session/landing.ts'
import { $session } from './features/session/model.ts'
import { lazyAgain } from './lazy-again.ts'
import type { MenuItem } from './ui/menu.tsx'
import { useWaitingCount } from './use-waiting-count.ts'

const CartBadge = lazyAgain(async () => (await import('./features/cart/cart-badge.tsx')).CartBadge)
const AccountLogout = lazyAgain(async () => (await import('./account-logout.tsx')).AccountLogout)

type Props = { wide: boolean; tabBar: boolean; notice: ReactNode; children: ReactNode }

/** The navigation around the pages of somebody signed in; a visitor gets a way to log in instead. */
export function AppChrome({ wide, tabBar, notice, children }: Props) {
  const session = useUnit($session)
  const destinations = useDestinations()
  const [leaving, setLeaving] = useState(false)
  const items = useAccountMenu(() => setLeaving(true))
  if (session.state !== 'signed-in') return <VisitorLayout notice={notice}>{children}</VisitorLayout>
  return (
    <>
      <PrimaryLayout {...{ destinations, wide, tabBar, notice }} user={session.user} menu={items}>
        {children}
      </PrimaryLayout>
      {leaving && (
        <Suspense fallback={null}>
          <AccountLogout account={session.user._id} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}

function useDestinations(): Destination[] {
  const { t } = useLingui()
  const session = useUnit($session)
  if (session.state !== 'signed-in') return []
  const { user } = session
  const messages = { to: '/messages', label: t`Messages`, Icon: MessageCircle }
  const badge = (
    <Suspense fallback={null}>
      <CartBadge />
    </Suspense>
  )
  const cart = { to: '/cart', label: t`Cart`, Icon: ShoppingBag, badge }
  const account = { to: accountOf(user.isPerformer), label: t`Account`, Icon: UserRound }
  if (!user.isPerformer) return [{ to: '/home', label: t`Home`, Icon: House }, messages, cart, account]
  const profile = { to: landingOf(user), label: t`Profile`, Icon: House }
  const studio = { to: '/creator/studio', label: t`Studio`, Icon: PenLine }
  return user.username ? [profile, studio, messages, account] : [studio, messages, account]
}

function useAccountMenu(leave: () => void): MenuItem[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [session, theme, chooseTheme] = useUnit([$session, $theme, themeChosen])
  const waiting = useWaitingCount()
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

function accountOf(isPerformer: boolean): string {
  return isPerformer ? '/creator/account' : '/user/account'
}
