import { createRootRoute, redirect } from '@tanstack/react-router'
import { loadLayout } from '../app/layouts/load-layouts.ts'
import { pageOfMatches } from '../app/page-of-matches.ts'
import { Shell } from '../app/shell.tsx'
import { loadCatalogues, loadPageTexts } from '../core/i18n/i18n.ts'
import { judge } from '../core/session/guard.ts'
import { nextOf } from '../core/session/post-login-destination.ts'
import { currentSession } from '../core/session/session.ts'

export const Route = createRootRoute({
  // Runs before every navigation and after `router.invalidate()`: the one place where pages are guarded.
  beforeLoad: async ({ matches, location, preload }) => {
    const page = pageOfMatches(matches)
    const session = currentSession()
    const verdict = judge(page, session)
    if (verdict.allow) {
      // A page that is only looked ahead for changes nothing about the one that is shown.
      const loadTexts = preload ? loadCatalogues : loadPageTexts
      await Promise.all([loadTexts(page.catalogues ?? ['app']), loadLayout(page.layout, session.state === 'signed-in')])
      return
    }
    if (verdict.because === 'login') throw redirect({ to: verdict.to, search: { next: location.href }, replace: true })
    // Another tab may have signed in while this one asked to.
    const next = verdict.because === 'signed-in' ? nextOf(location.search).next : undefined
    throw redirect({ href: next ?? verdict.to, replace: true })
  },
  component: Shell,
})
