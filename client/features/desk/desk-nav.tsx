import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import { useLayoutEffect, useRef } from 'react'
import { centerInRow } from '../../ui/overlay/center-in-row.ts'

type Place = {
  to: `/desk${'' | '/cases' | '/creators' | '/users' | '/content' | '/money' | '/approvals' | '/jobs' | '/site' | '/staff' | '/audit'}`
  label: string
  /** One of these opens it. */
  needs: Permission | readonly Permission[]
}

/** The places of the desk in a row that scrolls: those that the account may use. */
export function DeskNav({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useLingui()
  const places = usePlaces().filter(({ needs }) => [needs].flat().some((one) => permissions.includes(one)))
  const row = useRef<HTMLElement>(null)
  // A phone shows the first places alone.
  useLayoutEffect(() => centerInRow(row.current, row.current?.querySelector('[aria-current]')), [])
  return (
    <nav
      ref={row}
      aria-label={t`Desk`}
      className="safe-x mx-auto flex w-full max-w-5xl gap-1 overflow-x-auto py-1 pt-[max(0.5rem,var(--safe-top))]"
    >
      {places.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false, exact: to === '/desk' }}
          className="inline-flex min-h-target items-center rounded-full px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function usePlaces(): readonly Place[] {
  const { t } = useLingui()
  return [
    { to: '/desk', label: t`Overview`, needs: 'stats.read' },
    { to: '/desk/cases', label: t`Cases`, needs: 'content.read' },
    { to: '/desk/creators', label: t`Creators`, needs: 'users.read' },
    { to: '/desk/users', label: t`Users`, needs: 'users.read' },
    { to: '/desk/content', label: t`Content`, needs: 'content.read' },
    { to: '/desk/money', label: t`Money`, needs: 'refunds.make' },
    { to: '/desk/approvals', label: t`Approvals`, needs: 'desk.enter' },
    { to: '/desk/jobs', label: t`Jobs`, needs: 'jobs.act' },
    { to: '/desk/site', label: t`Site`, needs: ['site.settings', 'site.texts'] },
    { to: '/desk/staff', label: t`Staff`, needs: 'staff.manage' },
    { to: '/desk/audit', label: t`Audit`, needs: 'audit.read' },
  ]
}
