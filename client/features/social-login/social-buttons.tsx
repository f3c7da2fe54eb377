import { Trans } from '@lingui/react/macro'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { GoogleMark, XMark } from './marks.tsx'
import { beginSocialLogin } from './social-login.ts'

type Props = {
  google: boolean
  twitter: boolean
  next: string | undefined
  /** True for a session that is meant to last. */
  remember: () => boolean
}

/** The logins of other sites that are set up. */
export function SocialButtons({ google, twitter, next, remember }: Props) {
  const begin = useAction(async (provider: SocialProvider) => {
    location.assign(await beginSocialLogin(provider, { remember: remember(), next }))
    // The page is about to leave: until then, nothing can be pressed again.
    await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  })
  const error = useErrorWhileTrue(begin.error)
  return (
    <div className="grid gap-3">
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
      {google && (
        <Button kind="secondary" icon={<GoogleMark />} busy={begin.busy} onClick={() => void begin.run('google')}>
          <Trans>Continue with Google</Trans>
        </Button>
      )}
      {twitter && (
        <Button kind="secondary" icon={<XMark />} busy={begin.busy} onClick={() => void begin.run('twitter')}>
          <Trans>Continue with X</Trans>
        </Button>
      )}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or with a password</Trans>
      </p>
    </div>
  )
}
