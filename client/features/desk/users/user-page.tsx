import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskUser, USER_NOTE_MAX } from '@vesper/sync/vesper/api/desk-users.ts'
import type { DeskMe } from '@vesper/sync/vesper/api/staff.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { MissingPage } from '../../../core/page/missing-page.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { MoonGlyph } from '../../../ui/icons/icons.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { CaseSection } from '../cases/case-section.tsx'
import { DeskNotes } from '../desk-notes.tsx'
import { DeskTime } from '../desk-time.tsx'
import { FactList } from '../fact-list.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { useAccountWords } from './use-account-words.ts'
import { useUserFacts } from './use-user-facts.ts'
import { UserActions } from './user-actions.tsx'

type Props = { userId: string; permissions: DeskMe['permissions'] }

/** An account: its state, sign-in, money and notes, and what staff may do for it. */
export function UserPage({ userId, permissions }: Props) {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer(`/desk/users/${userId}`, DeskUser)
  const isMissing = error instanceof Refusal && error.kind === 'not-found'
  const name = data?.username == null ? data?.name : `@${data.username}`
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader leading={<BackButton />} title={name ?? t`User`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {data && !isMissing ? (
          <Parts user={data} permissions={permissions} onChanged={() => void mutate()} />
        ) : error === undefined ? (
          <Skeleton className="h-64 rounded-card" />
        ) : isMissing ? (
          <MissingPage icon={<MoonGlyph />} title={t`There is no such account`} />
        ) : (
          <ErrorState
            title={t`The account could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
    </main>
  )
}

type PartsProps = { user: DeskUser; permissions: DeskMe['permissions']; onChanged: () => void }

function Parts({ user, permissions, onChanged }: PartsProps) {
  const { t } = useLingui()
  const { states, roles } = useAccountWords()
  const { account, signIn, money } = useUserFacts(user)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Badge tone={user.status === 'active' ? 'neutral' : 'danger'}>{states[user.status]}</Badge>
        <Badge>{roles[user.role]}</Badge>
        {user.roles.length > 0 && (
          <Badge>
            <Trans>Staff</Trans>
          </Badge>
        )}
      </div>
      <UserActions user={user} permissions={permissions} onChanged={onChanged} />
      <CaseSection title={t`Account`}>
        <FactList facts={account} />
      </CaseSection>
      {user.sessions !== null && (
        <CaseSection title={t`Sign-in`}>
          <FactList facts={signIn} />
          <Devices sessions={user.sessions} />
        </CaseSection>
      )}
      {user.money !== null && (
        <CaseSection title={t`Money`}>
          <FactList facts={money} />
        </CaseSection>
      )}
      <CaseSection title={t`Notes`}>
        <DeskNotes
          path={`/desk/users/${user._id}/note`}
          notes={user.notes.map(({ createdAt: at, ...note }) => ({ ...note, at }))}
          maxLength={USER_NOTE_MAX}
          onAdded={onChanged}
        />
      </CaseSection>
    </>
  )
}

function Devices({ sessions }: { sessions: NonNullable<DeskUser['sessions']> }) {
  const { t } = useLingui()
  if (sessions.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>No device is signed in.</Trans>
      </p>
    )
  }
  return (
    <ul role="list" aria-label={t`Devices`} className="grid grid-cols-1 gap-2 text-sm">
      {sessions.map(({ _id, name, userAgent, lastSeenAt }) => (
        <li key={_id} className="grid grid-cols-1">
          <bdi className="wrap-anywhere">{name || userAgent || t`Unknown device`}</bdi>
          <span className="text-muted">
            <Trans>
              Last seen <DeskTime at={lastSeenAt} />
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  )
}
