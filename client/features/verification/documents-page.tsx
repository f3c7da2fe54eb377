import { Trans, useLingui } from '@lingui/react/macro'
import { DocumentList } from '@vesper/sync/vesper/api/performers.ts'
import type { IdentityDocument } from '@vesper/sync/vesper/api/performers.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { creatorStanding } from '../../core/session/creator-standing.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { SendDocuments } from './send-documents.tsx'
import { SentDocuments } from './sent-documents.tsx'

const PATH = '/performers/documents'

type Props = {
  user: Profile
  isOffline: boolean
  /** Says that the address is not confirmed, where it is not. */
  confirm: ReactNode
  /** Stands below the review while it lasts. */
  meanwhile: ReactNode
  onSent: () => Promise<void>
}

/** The identity documents of the creator who is signed in: their review, and the way to send others. */
export function DocumentsPage({ user, isOffline, confirm, meanwhile, onSent }: Props) {
  const { t } = useLingui()
  const { data, error, mutate } = useKeptAnswer(PATH, DocumentList)
  const keptAt = useKeptAt(PATH)
  // A review that ends while the page is open changes the documents too.
  const { verification } = user
  const seen = useRef(verification)
  useEffect(() => {
    if (seen.current === verification) return
    seen.current = verification
    void mutate()
  }, [verification, mutate])
  const sent = async (documents: IdentityDocument[]) => {
    await mutate({ data: documents }, { revalidate: false })
    await onSent()
  }
  return (
    <main className="mx-auto w-full max-w-2xl">
      <PageHeader title={t`Verification`} leading={<BackButton />} />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        <ReviewState
          user={user}
          sentAt={
            data?.data
              .map(({ createdAt }) => createdAt)
              .toSorted()
              .at(-1) ?? null
          }
        />
        {confirm}
        {verification === 'submitted' && meanwhile}
        {data ? (
          <>
            <AsOf at={keptAt} />
            <SentDocuments documents={data.data} />
            {verification !== 'approved' && (
              <SendDocuments
                sent={data.data.filter(({ status }) => status !== 'rejected').map(({ kind }) => kind)}
                hasSent={data.data.length > 0}
                isOffline={isOffline}
                onSent={sent}
                onRefused={() => void mutate()}
              />
            )}
          </>
        ) : error === undefined ? (
          <div aria-busy="true" className="grid gap-3">
            <span className="sr-only">
              <Trans>Loading your documents</Trans>
            </span>
            <Skeleton className="h-44 rounded-card" />
          </div>
        ) : (
          <ErrorState
            title={t`Your documents could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
        <Privacy />
      </div>
    </main>
  )
}

/** `sentAt`: when the last document was sent; null while that is unknown. */
function ReviewState({ user, sentAt }: { user: Profile; sentAt: string | null }) {
  const { i18n } = useLingui()
  const standing = creatorStanding(user)
  if (standing === 'open') {
    return (
      <Notice tone="ok">
        <Trans>You are verified. Fans see a mark beside your name.</Trans>
      </Notice>
    )
  }
  if (user.verification === 'rejected') {
    return (
      <Notice tone="danger" className="grid gap-2">
        <p className="font-semibold">
          <Trans>Your account was not approved</Trans>
        </p>
        {user.rejectionReason && (
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{user.rejectionReason}</bdi>
          </p>
        )}
        <p>
          <Trans>Send the documents again below. Your drafts and your page are kept.</Trans>
        </p>
      </Notice>
    )
  }
  if (user.verification === 'approved') {
    return (
      <Notice tone="warning">
        <Trans>Your documents are approved. Confirm your email address to publish.</Trans>
      </Notice>
    )
  }
  const date = sentAt && formatDate(new Date(sentAt), i18n.locale, { dateStyle: 'long' })
  return (
    <Notice className="grid gap-2">
      <p className="font-semibold">
        <Trans>Your application is under review</Trans>
      </p>
      {date !== null && (
        <p>
          <Trans>Under review since {date}.</Trans>
        </p>
      )}
      <p>
        <Trans>We are looking at your documents. You get an email and a notification when the review is done.</Trans>
      </p>
      <p>
        <Trans>Until then you can prepare drafts and your page.</Trans>
      </p>
    </Notice>
  )
}

function Privacy() {
  const { t } = useLingui()
  return (
    <Card aria-label={t`Your privacy`} className="grid gap-2 text-sm text-muted">
      <h2 className="font-semibold text-ink">
        <Trans>Your privacy</Trans>
      </h2>
      <p>
        <Trans>Documents are stored apart from everything else. Only our reviewers see them, never fans.</Trans>
      </p>
      <p>
        <Trans>They are not kept on this device. A document that you replace is deleted at once.</Trans>
      </p>
    </Card>
  )
}
