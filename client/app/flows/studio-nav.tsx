import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { NewMenu } from './new-menu.tsx'

/** Pages that lie behind another place. */
const behind: { readonly [path: string]: string } = {
  messages: '/creator/lists',
  statements: '/creator/earnings',
}

/** The places of the studio in a row that scrolls, and the button that makes something new. */
export function StudioNav() {
  const { t } = useLingui()
  const nav = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const section = behind[pathname.split('/')[2] ?? '']
  // The row stays while the pages under it change.
  useEffect(() => {
    if (nav.current) showCurrent(nav.current)
  }, [pathname])
  const places = [
    { to: '/creator/overview', label: t`Overview` },
    { to: '/creator/live', label: t`Live` },
    { to: '/creator/studio', label: t`Posts` },
    { to: '/creator/calendar', label: t`Calendar` },
    { to: '/creator/galleries', label: t`Galleries` },
    { to: '/creator/videos', label: t`Videos` },
    { to: '/creator/products', label: t`Shop` },
    { to: '/creator/media', label: t`Media` },
    { to: '/creator/orders', label: t`Orders` },
    { to: '/creator/lists', label: t`Fans` },
    { to: '/creator/figures', label: t`Figures` },
    { to: '/creator/earnings', label: t`Earnings` },
    { to: '/creator/payouts', label: t`Payouts` },
  ] as const
  return (
    <div className="safe-x mx-auto flex w-full max-w-3xl items-center gap-3 pt-[max(0.5rem,var(--safe-top))]">
      <nav ref={nav} aria-label={t`Studio`} className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-1">
        {places.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ includeSearch: false }}
            {...(to === section && { 'aria-current': true })}
            className="inline-flex min-h-target items-center rounded-full px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <NewMenu />
    </div>
  )
}

/** Scrolls the row alone, so that the page keeps its place. */
function showCurrent(nav: HTMLElement): void {
  const link = nav.querySelector('[aria-current]')
  if (!link) return
  const [row, place] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  nav.scrollLeft += place.left + place.width / 2 - (row.left + row.width / 2)
}
