import { createFileRoute, redirect } from '@tanstack/react-router'

/** A short address of the page, for links from elsewhere. */
export const Route = createFileRoute('/help')({
  beforeLoad: () => {
    throw redirect({ to: '/pages/$slug', params: { slug: 'help' }, replace: true })
  },
})
