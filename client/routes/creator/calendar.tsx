import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { StudioFrame } from '../../app/layouts/studio-frame.tsx'
import { $user } from '../../core/session/model.ts'
import { monthName, monthOf, readMonth } from '../../features/calendar/calendar-month.ts'
import { CalendarPage } from '../../features/calendar/calendar-page.tsx'

type Search = { month?: string | undefined }

export const Route = createFileRoute('/creator/calendar')({
  staticData: {
    needsEngine: true,
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
  const user = useUnit($user)
  const navigate = Route.useNavigate()
  return (
    <StudioFrame>
      {(contents) =>
        user && (
          <CalendarPage
            accountId={user._id}
            contents={contents}
            month={readMonth(month) ?? monthOf(new Date())}
            onMonth={(next) => void navigate({ search: { month: next ? monthName(next) : undefined }, replace: true })}
            onWrite={(draftId) => void navigate({ to: '/creator/studio/$draftId', params: { draftId } })}
          />
        )
      }
    </StudioFrame>
  )
}
