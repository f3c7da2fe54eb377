import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { MenuButton } from '../../../ui/controls/menu-button.tsx'
import type { MenuButtonProps } from '../../../ui/controls/menu-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Mark } from '../../../ui/icons/logo.tsx'
import { useIsWideScreen } from '../../../ui/use-is-wide-screen.ts'
import { CartTab } from './cart-tab.tsx'
import { Tab } from './tab.tsx'
import type { Destination } from './tab.tsx'

type Props = {
  destinations: Destination[]
  user: Profile
  menu: Pick<MenuButtonProps, 'preload' | 'content'>
  notice: ReactNode
  /** Uses the whole width of a desktop. */
  wide: boolean
  /** False hides the tabs of a phone. */
  tabBar: boolean
  children: ReactNode
}

const railTab = 'w-18 rounded-card py-2.5'

/** A bar of tabs below on a phone, a rail at the side elsewhere. */
export function PrimaryLayout({ destinations, user, menu, notice, wide, tabBar, children }: Props) {
  const { t } = useLingui()
  const isWide = useIsWideScreen()
  return (
    <div className="flex min-h-dvh">
      {isWide && (
        <aside className="sticky top-0 z-30 flex h-dvh w-rail shrink-0 flex-col items-center border-e border-line bg-surface py-5">
          <Link
            to="/"
            aria-label={t`Vesper, to the start`}
            className="grid size-12 place-items-center rounded-full text-star"
          >
            <Mark className="size-8" />
          </Link>
          <nav aria-label={t`Main`} className="mt-8 grid gap-2">
            {destinations.map((destination) => (
              <Tab key={destination.to} {...destination} className={railTab} />
            ))}
            <CartTab className={railTab} />
          </nav>
          <span className="flex-1" />
          <MenuButton {...menu} label={t`Account menu`} side="right" className="rounded-full">
            <Avatar name={user.name} src={user.avatar} />
          </MenuButton>
        </aside>
      )}

      <div className={cx('flex min-w-0 flex-1 flex-col', tabBar && 'pb-(--below)')}>
        {notice}
        <div id="content" className={cx('flex w-full flex-1 flex-col', wide ? 'mx-auto max-w-[78rem]' : '')}>
          {children}
        </div>
      </div>

      {tabBar && !isWide && (
        <nav
          aria-label={t`Main`}
          className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-safe-bottom"
        >
          {destinations.map((destination) => (
            <Tab key={destination.to} {...destination} className="h-tab-bar flex-1" />
          ))}
          <MenuButton {...menu} label={t`Account menu`} side="top" className="grid h-tab-bar w-16 place-items-center">
            <Avatar name={user.name} src={user.avatar} size="sm" />
          </MenuButton>
        </nav>
      )}
    </div>
  )
}
