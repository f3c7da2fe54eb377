import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { IdentityList } from '@vesper/sync/vesper/api/social-login.ts'
import type { IdentityView, SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { GoogleMark, XMark } from './marks.tsx'
import { beginSocialLogin } from './social-login.ts'

const PATH = '/auth/users/me/identities'
const looks: Record<SocialProvider, { name: string; mark: ReactNode }> = {
  google: { name: 'Google', mark: <GoogleMark /> },
  twitter: { name: 'X', mark: <XMark /> },
}

type Props = {
  account: string
  /** The logins that the site has. */
  providers: readonly SocialProvider[]
  isOffline: boolean
  /** The way to a password, for an account without one. */
  setPassword: ReactNode
}

/** The logins of other sites that open the account: which there are, another one, and the end of one. */
export function LinkedLogins({ account, providers, isOffline, setPassword }: Props) {
  const { t } = useLingui()
  const { data, error, mutate } = useKeptAnswer(PATH, IdentityList)
  const [leaving, setLeaving] = useState<IdentityView | null>(null)
  const link = useActionWithToast(async (provider: SocialProvider) => {
    location.assign(await beginSocialLogin(provider, { remember: true, next: undefined, linkTo: account }))
    // The page is about to leave: until then, nothing can be pressed again.
    await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  })
  const unlink = useActionWithToast(async ({ _id, provider }: IdentityView) => {
    try {
      await callApi({ method: 'DELETE', path: `${PATH}/${_id}`, answer: Done })
      void showToast('success', t`${looks[provider].name} is not linked any more`)
    } finally {
      setLeaving(null)
      await mutate()
    }
  })
  if (!data) {
    if (error === undefined) return <Skeleton className="h-16 rounded-control" />
    return (
      <ErrorState
        title={t`Your linked logins could not be loaded`}
        message={errorMessage(error)}
        onRetry={() => void mutate()}
      />
    )
  }
  const isOnlyWay = !data.hasPassword && data.data.length === 1
  const further = providers.filter((provider) => !data.data.some((held) => held.provider === provider))
  return (
    <div className="grid gap-4">
      {data.data.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No other login opens your account.</Trans>
        </p>
      )}
      <LinkedList linked={data.data} isFixed={isOnlyWay || isOffline} onUnlink={setLeaving} />
      {isOnlyWay && (
        <div className="grid gap-1 text-sm text-muted">
          <p>
            <Trans>This is the only way into your account. Set a password before you unlink it.</Trans>
          </p>
          {setPassword}
        </div>
      )}
      {further.map((provider) => (
        <Button
          key={provider}
          kind="secondary"
          icon={looks[provider].mark}
          busy={link.busy}
          disabled={isOffline}
          className="justify-self-start"
          onClick={() => void link.run(provider)}
        >
          <Trans>Link {looks[provider].name}</Trans>
        </Button>
      ))}
      {leaving && (
        <ConfirmDialog
          title={t`Unlink ${looks[leaving.provider].name}?`}
          yes={<Trans>Unlink</Trans>}
          busy={unlink.busy}
          onYes={() => void unlink.run(leaving)}
          onClose={() => setLeaving(null)}
        >
          <Trans>
            You cannot log in with <bdi>{leaving.label}</bdi> any more. Your account and your data stay.
          </Trans>
        </ConfirmDialog>
      )}
    </div>
  )
}

type ListProps = { linked: readonly IdentityView[]; isFixed: boolean; onUnlink: (identity: IdentityView) => void }

function LinkedList({ linked, isFixed, onUnlink }: ListProps) {
  const { t } = useLingui()
  if (linked.length === 0) return null
  return (
    <ul role="list" aria-label={t`Linked logins`} className="grid gap-3">
      {linked.map((identity) => (
        <li key={identity._id}>
          <LinkedLogin identity={identity} isFixed={isFixed} onUnlink={() => onUnlink(identity)} />
        </li>
      ))}
    </ul>
  )
}

type RowProps = { identity: IdentityView; isFixed: boolean; onUnlink: () => void }

function LinkedLogin({ identity: { provider, label, createdAt }, isFixed, onUnlink }: RowProps) {
  const { t, i18n } = useLingui()
  const { name, mark } = looks[provider]
  const date = formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium' })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised">{mark}</span>
      <div className="grid min-w-40 flex-1">
        <span className="font-medium wrap-anywhere">
          {name} · <bdi>{label}</bdi>
        </span>
        <span className="text-sm text-muted">
          <Trans>Linked on {date}</Trans>
        </span>
      </div>
      <Button kind="quiet" disabled={isFixed} aria-label={t`Unlink ${name}: ${label}`} onClick={onUnlink}>
        <Trans>Unlink</Trans>
      </Button>
    </div>
  )
}
