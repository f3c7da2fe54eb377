import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioNav } from '../../app/flows/studio-nav.tsx'
import { PendingScreen } from '../../app/layouts/pending-screen.tsx'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { monthName, monthOf, readMonth } from '../../features/calendar/calendar-month.ts'
import { CalendarPage } from '../../features/calendar/calendar-page.tsx'

type Search = { month?: string | undefined }

export const Route = createFileRoute('/creator/calendar')({
  staticData: {
    authenticate: true,
    onlyPerformer: true,
    layout: 'primary',
    catalogues: ['reach'],
    title: msg`Calendar`,
  },
  // The page reads it, with code that no other page needs.
  validateSearch: ({ month }: Record<string, unknown>): Search => (typeof month === 'string' ? { month } : {}),
  component: Page,
})

function Page() {
  const { month } = Route.useSearch()
  const [user, contents] = useUnit([$user, $contents])
  const navigate = Route.useNavigate()
  return (
    <>
      <StudioNav />
      <WithSync fallback={<PendingScreen />}>
        {user && (
          <CalendarPage
            accountId={user._id}
            contents={contents}
            month={readMonth(month) ?? monthOf(new Date())}
            onMonth={(next) => void navigate({ search: { month: next ? monthName(next) : undefined }, replace: true })}
            onWrite={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
          />
        )}
      </WithSync>
    </>
  )
}
