import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $settings } from '../../../core/settings/model.ts'

// Most sites have none, and the login page has a budget.
const SocialButtons = lazyAgain(
  async () => (await import('../../../features/social-login/social-buttons.tsx')).SocialButtons,
  'pages',
)

/** The logins of other sites that this site has, below `children`; nothing where it has none. */
export function OtherLogins({ next, children }: { next: string | undefined; children?: ReactNode }) {
  const settings = useUnit($settings)
  const [google, twitter] = [settings?.googleLogin ?? false, settings?.twitterLogin ?? false]
  if (!google && !twitter) return null
  return (
    <Suspense fallback={null}>
      {children}
      <SocialButtons google={google} twitter={twitter} next={next} remember={isRemembered} />
    </Suspense>
  )
}

/** As the box of the login form says. The registration has none, and keeps its sessions. */
function isRemembered(): boolean {
  return document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? true
}
