import { createFileRoute, redirect } from '@tanstack/react-router'
import { postLoginDestination } from '../core/session/post-login-destination.ts'
import { currentSession } from '../core/session/session.ts'

export const Route = createFileRoute('/')({
  staticData: { layout: 'blank' },
  beforeLoad: () => {
    const session = currentSession()
    throw redirect({
      to: session.state === 'signed-in' ? postLoginDestination(session.user) : '/auth/login',
      replace: true,
    })
  },
})
