import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Share2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../../core/session/model.ts'
import { readSharedItem, removeSharedItem } from '../../../core/storage/shared-items.ts'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { forgetSharing, noteSharing } from './sharing-note.ts'

const IntoDraft = lazyAgain(async () => (await import('./into-draft.tsx')).IntoDraft, 'studio', 'content')
const ChooseRecipient = lazyAgain(
  async () => (await import('./choose-recipient.tsx')).ChooseRecipient,
  'studio',
  'content',
)

type Props = {
  /** The item that the address names; the newest one without it. */
  itemId: string | null
  /** The device could not keep what was shared. */
  hasFailed: boolean
  onDraft: (draftId: string) => void
  onConversation: (conversationId: string) => void
}

/** Takes in what another app has shared: into a draft of a creator, into a message of a fan, and for a visitor it waits. */
export function SharedItemPage(props: Props) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Share on Vesper`} />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        {props.hasFailed ? (
          <EmptyState icon={<Share2 />} title={t`This could not be kept`}>
            <Trans>This device has no room for it. Free some storage, then share it again.</Trans>
          </EmptyState>
        ) : (
          <Found {...props} />
        )}
      </div>
    </main>
  )
}

function Found({ itemId, onDraft, onConversation }: Props) {
  const { t } = useLingui()
  const session = useUnit($session)
  const account = session.state === 'signed-out' ? null : session.user._id
  const { item, drop } = useItem(account, itemId)
  if (item === undefined) return <Skeleton className="h-40 rounded-card" />
  if (item === null) {
    return (
      <EmptyState icon={<Share2 />} title={t`Nothing is waiting here`}>
        <Trans>Share a photo, a text or a link from another app, and choose Vesper.</Trans>
      </EmptyState>
    )
  }
  if (session.state !== 'signed-in') return <Waits item={item} onDrop={drop} />
  const whole = (
    <>
      <Content item={item} />
      <WithSync fallback={<Skeleton className="h-40 rounded-card" />}>
        <Suspense fallback={null}>
          {session.user.isPerformer ? (
            <IntoDraft item={item} onDone={() => onDraft(item.id)} />
          ) : (
            <ChooseRecipient item={item} onDone={onConversation} onDrop={drop} />
          )}
        </Suspense>
      </WithSync>
    </>
  )
  return whole
}

/** The shared item: undefined while it is read, null when none is there for this account. */
function useItem(account: string | null, itemId: string | null) {
  const [item, setItem] = useState<SharedItem | null>()
  useEffect(() => {
    let isCurrent = true
    const read = readSharedItem(account, itemId).catch(() => null)
    void read.then((found) => {
      if (!isCurrent) return
      setItem(found)
      if (found) noteSharing()
      else if (itemId === null) forgetSharing()
    })
    return () => {
      isCurrent = false
    }
  }, [account, itemId])
  const drop = () => {
    setItem(null)
    if (item) void removeSharedItem(item.id)
  }
  return { item, drop }
}

function Waits({ item, onDrop }: { item: SharedItem; onDrop: () => void }): ReactNode {
  const next = `/share?item=${item.id}`
  return (
    <>
      <p role="status">
        <Trans>This is kept on this device. Log in, and it is ready to be posted or sent.</Trans>
      </p>
      <Content item={item} />
      <div className="flex flex-wrap gap-3">
        <Link to="/auth/login" search={{ next }} className={buttonClass()}>
          <Trans>Log in</Trans>
        </Link>
        <Button kind="secondary" onClick={onDrop}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </>
  )
}

/** The shared item, in short. */
function Content({ item: { text, files } }: { item: SharedItem }) {
  return (
    <Card className="grid gap-2 p-4">
      {text !== '' && (
        <p dir="auto" className="line-clamp-4 whitespace-pre-line break-words">
          {text}
        </p>
      )}
      {files.length > 0 && (
        <p className="text-sm text-muted">
          <Plural value={files.length} one="# file" other="# files" />
        </p>
      )}
    </Card>
  )
}
