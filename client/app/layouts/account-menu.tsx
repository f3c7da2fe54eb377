import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import {
  BadgeCheck,
  Ban,
  Bookmark,
  Compass,
  CircleQuestionMark,
  CreditCard,
  Gem,
  HandCoins,
  House,
  IdCard,
  LifeBuoy,
  LogOut,
  MapPin,
  Moon,
  Package,
  PackageCheck,
  Send,
  ShieldCheck,
  ShoppingBag,
  Smartphone,
  Stamp,
  Sun,
  UserRound,
  UserRoundCheck,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { $waiting } from '../../core/connection/model.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { $theme, themeChosen } from '../../core/preferences/model.ts'
import { accountOf } from '../../core/session/post-login-destination.ts'
import type { OpenMenu } from '../../ui/controls/menu-button.tsx'
import { SheetMenu } from '../../ui/overlay/sheet-menu.tsx'
import type { MenuGroup } from '../../ui/overlay/sheet-menu.tsx'

type Props = OpenMenu & { user: Profile; onLeave: () => void }

/** The menu behind the user's own picture. */
export function AccountMenu({ user, onLeave, ...menu }: Props) {
  return <SheetMenu {...menu} head={<Head user={user} />} groups={useGroups(user, onLeave)} />
}

function Head({ user }: { user: Profile }) {
  return (
    <p className="flex items-center gap-3">
      <Avatar name={user.name} src={user.avatar} />
      <span className="grid">
        <bdi className="truncate font-semibold">{user.name}</bdi>
        {user.username && <bdi className="truncate text-sm text-muted">@{user.username}</bdi>}
      </span>
    </p>
  )
}

function useGroups({ isPerformer, isStaff }: Profile, leave: () => void): MenuGroup[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [theme, chooseTheme, waiting] = useUnit([$theme, themeChosen, $waiting])
  const page = (label: string, icon: ReactNode, to: string) => ({ label, icon, onSelect: () => void navigate({ to }) })
  const yours = [
    page(t`Following`, <UserRoundCheck />, '/following'),
    page(t`Bookmarks`, <Bookmark />, '/bookmarks'),
    page(t`Orders`, <Package />, '/orders'),
    page(t`Cart`, <ShoppingBag />, '/cart'),
    page(t`Purchases`, <Gem />, '/purchases'),
    page(t`Subscriptions`, <BadgeCheck />, '/subscriptions'),
    page(t`Wallet`, <Wallet />, '/wallet'),
  ]
  const creator = [
    page(t`Followers`, <UsersRound />, '/creator/followers'),
    page(t`Subscribers`, <Gem />, '/creator/subscribers'),
    page(t`Earnings`, <HandCoins />, '/creator/earnings'),
    page(t`Orders to send`, <PackageCheck />, '/creator/orders'),
    page(t`Home feed`, <House />, '/home'),
    page(t`Explore`, <Compass />, '/explore'),
  ]
  const account = [
    page(t`Account`, <UserRound />, accountOf(isPerformer)),
    ...(isPerformer
      ? [page(t`Blocked`, <Ban />, '/creator/blocked'), page(t`Verification`, <IdCard />, '/creator/verification')]
      : []),
    page(t`Security`, <ShieldCheck />, '/user/security'),
    page(t`Addresses`, <MapPin />, '/addresses'),
    page(t`Cards`, <CreditCard />, '/cards'),
    ...(isStaff ? [page(t`Desk`, <Stamp />, '/desk')] : []),
  ]
  const app = [
    page(waiting ? t`Waiting to be sent (${waiting})` : t`Waiting to be sent`, <Send />, '/outbox'),
    page(t`About this device`, <Smartphone />, '/device'),
    page(t`Contact`, <LifeBuoy />, '/contact'),
    theme === 'dark'
      ? { label: t`Light theme`, icon: <Sun />, onSelect: () => chooseTheme('light') }
      : { label: t`Dark theme`, icon: <Moon />, onSelect: () => chooseTheme('dark') },
    page(t`Help`, <CircleQuestionMark />, '/pages/help'),
  ]
  return [
    { label: t`Yours`, items: yours },
    ...(isPerformer ? [{ label: t`Creator`, items: creator }] : []),
    { label: t`Account`, items: account },
    { label: t`App`, items: app },
    { label: null, items: [{ label: t`Log out`, icon: <LogOut />, danger: true, onSelect: leave }] },
  ]
}
