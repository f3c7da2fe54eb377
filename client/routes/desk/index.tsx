import { createFileRoute, redirect } from '@tanstack/react-router'

/** The desk begins with what waits for somebody. */
export const Route = createFileRoute('/desk/')({
  beforeLoad: () => {
    throw redirect({ to: '/desk/approvals', replace: true })
  },
})
