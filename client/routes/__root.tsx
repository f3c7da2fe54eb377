import { createRootRoute, redirect } from '@tanstack/react-router'
import { judge } from '../features/session/guard.ts'
import { loadFrame } from '../frames.ts'
import { loadCatalogue, loadPageTexts } from '../i18n.ts'
import { pageOf } from '../page.ts'
import { currentSession } from '../session.ts'
import { Shell } from '../shell.tsx'

export const Route = createRootRoute({
  // Runs before every navigation and after `router.invalidate()`: the one place where pages are guarded.
  beforeLoad: async ({ matches, location, preload }) => {
    const page = pageOf(matches)
    const verdict = judge(page, currentSession())
    if (verdict.allow) {
      // A page that is only looked ahead for changes nothing about the one that is shown.
      const loadTexts = preload ? loadCatalogue : loadPageTexts
      await Promise.all([loadTexts(page.catalogue ?? 'app'), loadFrame(page.layout)])
      return
    }
    const search = verdict.because === 'login' ? { next: location.href } : {}
    throw redirect({ to: verdict.to, search, replace: true })
  },
  component: Shell,
})
