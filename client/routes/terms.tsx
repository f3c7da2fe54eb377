import { createFileRoute, redirect } from '@tanstack/react-router'

/** A short address of the page, for links from elsewhere. */
export const Route = createFileRoute('/terms')({
  beforeLoad: () => {
    throw redirect({ to: '/pages/$slug', params: { slug: 'terms' }, replace: true })
  },
})
