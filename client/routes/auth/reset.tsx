import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { currentScope } from '../../core/session/current-scope.ts'
import { hashPassword } from '../../core/session/hash-password.ts'
import { $hashesPassword } from '../../core/settings/model.ts'
import { ResetPage } from '../../features/password-reset/reset-page.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { showToast } from '../../ui/overlay/toast.ts'

export const Route = createFileRoute('/auth/reset')({
  staticData: { layout: 'public', noredirect: true, catalogues: ['pages'], title: msg`New password` },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  component: Page,
})

function Page() {
  const { token = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // One attempt a password: after a lost answer the same one is answered the same.
  const [attempts] = useState(() => new Map<string, string>())
  async function reset(password: string): Promise<void> {
    const attempt = attempts.get(password) ?? crypto.randomUUID()
    attempts.set(password, attempt)
    const body = { token, attempt, ...(await hashPassword(password, currentScope().getState($hashesPassword))) }
    await callApi({ method: 'POST', path: '/auth/users/forgot', body, answer: MessageAnswer })
    void showToast('success', t`Your password is changed. Log in with the new one.`)
    await navigate({ to: '/auth/login', replace: true })
  }
  const again = (
    <Link to="/auth/forgot" className={textLinkClass}>
      <Trans>Ask for a new link</Trans>
    </Link>
  )
  return <ResetPage onReset={reset} again={again} />
}
