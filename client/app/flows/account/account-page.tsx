import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { socialProviders } from '@vesper/sync/vesper/api/social-login.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $user } from '../../../core/session/model.ts'
import type { AccountTab } from '../../../core/session/post-login-destination.ts'
import { $settings } from '../../../core/settings/model.ts'
import { AvatarEditor } from '../../../features/account/avatar-editor.tsx'
import { EmailForm } from '../../../features/account/email-form.tsx'
import { PasswordForm } from '../../../features/account/password-form.tsx'
import { ProfileForm } from '../../../features/account/profile-form.tsx'
import { SessionsList } from '../../../features/account/sessions-list.tsx'
import { useRejectedProfileChanges } from '../../../features/account/use-rejected-profile-changes.ts'
import { InstallCard } from '../../../features/install/install-card.tsx'
import { Appearance } from '../../../features/preferences/appearance.tsx'
import { DataUse } from '../../../features/preferences/data-use.tsx'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { controlClass } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { Card } from '../../../ui/list/card.tsx'
import { Tabs } from '../../../ui/overlay/tabs.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { LanguageSwitch } from '../../layouts/language-switch.tsx'
import { ShortcutsSwitch } from '../keyboard/shortcuts-switch.tsx'
import { changeEmail, changePassword, keepAvatar, removeAvatar, saveProfile } from './account-actions.ts'

// They stand on a tab that few open.
const LinkedLogins = lazyAgain(
  async () => (await import('../../../features/social-login/linked-logins.tsx')).LinkedLogins,
  'pages',
)

type Props = {
  shown: AccountTab
  onShow: (tab: AccountTab) => void
  /** Stands above the profile. */
  intro?: ReactNode
  /** The form of a creator's page. */
  page?: ReactNode
  /** The form of a creator's prices. */
  prices?: ReactNode
}

/** The account of whoever is signed in. */
export function AccountPage({ shown, onShow, intro, page, prices }: Props) {
  const { t } = useLingui()
  const [user, offline] = useUnit([$user, $offline])
  if (!user) return null
  const profile = (
    <div className="grid gap-5">
      {intro}
      {!(user.email && user.username) && (
        <Notice tone="warning">
          <Trans>Your account is not complete yet: an email address and a username are missing.</Trans>
        </Notice>
      )}
      <Card className="grid gap-6">
        <AvatarEditor user={user} offline={offline} onUploaded={keepAvatar} onRemove={removeAvatar} />
        <KeptProfileForm key={user._id} user={user} />
      </Card>
    </div>
  )
  const app = (
    <div className="grid gap-5">
      <InstallCard />
      <Section title={t`Appearance`}>
        <Appearance />
        <label className="grid gap-1.5 text-sm font-medium text-muted">
          <Trans>Language</Trans>
          <LanguageSwitch className={controlClass} />
        </label>
      </Section>
      <Section title={t`Keyboard`}>
        <ShortcutsSwitch />
      </Section>
      <Section title={t`Data use`}>
        <DataUse />
      </Section>
      <p className="px-1 text-sm text-muted">
        <Trans>These settings apply on all your devices. The data limit of a day is for this device alone.</Trans>
      </p>
      <p className="px-1 text-xs text-faint">
        <Trans>Vesper {__APP_VERSION__}</Trans>
      </p>
    </div>
  )
  const tabs: { value: AccountTab; label: string; content: ReactNode }[] = [
    { value: 'profile', label: t`Profile`, content: profile },
    ...(page ? [{ value: 'page' as const, label: t`Page`, content: page }] : []),
    ...(prices ? [{ value: 'prices' as const, label: t`Prices`, content: prices }] : []),
    { value: 'security', label: t`Security`, content: <Security user={user} offline={offline} /> },
    { value: 'app', label: t`App`, content: app },
  ]
  return (
    <main className="mx-auto w-full max-w-2xl">
      <PageHeader title={t`Account`} subtitle={user.username ? <bdi>@{user.username}</bdi> : undefined} />
      <div className="safe-x pt-2 pb-10">
        <Tabs
          label={t`Account`}
          value={tabs.some(({ value }) => value === shown) ? shown : 'profile'}
          onChange={onShow}
          tabs={tabs}
        />
      </div>
    </main>
  )
}

function Security({ user, offline }: { user: Profile; offline: boolean }) {
  const { t } = useLingui()
  const settings = useUnit($settings)
  const providers = socialProviders.filter((name) => settings?.[`${name}Login`])
  return (
    <div className="grid gap-5">
      {offline && (
        <Notice tone="warning">
          <Trans>
            You are offline. You can change your email address, password and devices when you are back online.
          </Trans>
        </Notice>
      )}
      <Section title={t`Email address`}>
        <EmailForm user={user} offline={offline} onChange={changeEmail} />
      </Section>
      <Section title={t`Password`}>
        <PasswordForm username={user.username ?? user.email ?? ''} offline={offline} onChange={changePassword} />
      </Section>
      {providers.length > 0 && (
        <Section title={t`Linked logins`}>
          <Suspense fallback={null}>
            <LinkedLogins
              account={user._id}
              providers={providers}
              isOffline={offline}
              setPassword={
                <Link to="/auth/forgot" className={textLinkClass}>
                  <Trans>Set a password by email</Trans>
                </Link>
              }
            />
          </Suspense>
        </Section>
      )}
      <Section title={t`Second factor`}>
        <p className="text-muted">
          <Trans>Passkeys, authenticator apps, recovery codes, and the names of your devices.</Trans>
        </p>
        <Link to="/user/security" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Open security</Trans>
        </Link>
      </Section>
      <Section title={t`Decisions and reports`}>
        <p className="text-muted">
          <Trans>Decisions of our staff about you, how to appeal them, and your own reports.</Trans>
        </p>
        <Link to="/user/decisions" className={buttonClass('secondary', 'justify-self-start')}>
          <Trans>Open decisions</Trans>
        </Link>
      </Section>
      <Section title={t`Your devices`}>
        <SessionsList account={user._id} />
      </Section>
    </div>
  )
}

function KeptProfileForm({ user }: { user: Profile }) {
  const { t } = useLingui()
  const refused = useRejectedProfileChanges()
  return (
    <ProfileForm
      user={user}
      refused={refused}
      onSave={async (edit) => {
        const where = await saveProfile(edit)
        const said = {
          waiting: t`Saved on this device. Sent when you are back online.`,
          sending: t`Saved on this device, sending`,
          saved: t`Changes saved`,
        }
        void showToast('success', said[where])
      }}
    />
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </Card>
  )
}
