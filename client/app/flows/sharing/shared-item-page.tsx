import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Share2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../../core/session/model.ts'
import type { ShareFailure } from '../../../core/storage/share-failures.ts'
import { readSharedItem, removeSharedItem } from '../../../core/storage/shared-items.ts'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { WithSync } from '../../../core/sync/sync-provider.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { listFormat } from '../../../ui/text/number-format.ts'
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
  /** Why the device did not keep what was shared; null where it did. */
  failure: ShareFailure | null
  onDraft: (draftId: string) => void
  onConversation: (conversationId: string) => void
}

/** Takes in what another app has shared: into a draft of a creator, into a message of a fan, and for a visitor it waits. */
export function SharedItemPage(props: Props) {
  const { t } = useLingui()
  const hasWords = props.failure === 'worker' && props.itemId !== null
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Share on Vesper`} />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        {props.failure !== null && <NotKept failure={props.failure} />}
        {/* One that waits can be taken or discarded, to make room; words come along where files do not. */}
        {(props.failure === null || props.failure === 'waiting' || hasWords) && <Found {...props} />}
      </div>
    </main>
  )
}

function NotKept({ failure }: { failure: ShareFailure }) {
  const { t } = useLingui()
  const reasons: Record<ShareFailure, string> = {
    storage: t`This device has no room for it. Free some storage, then share it again.`,
    session: t`Vesper could not tell whose account this is for. Load the page again, then share it again.`,
    size: t`This is too large: at most 512 MB can be shared at once.`,
    files: t`These are too many files: at most 50 can be shared at once.`,
    worker: t`Vesper was not ready on this device. Wait a moment, then share the files or the long text once more.`,
    waiting: t`Five shared things wait here already. Use or discard one, then share this again.`,
  }
  return (
    <EmptyState icon={<Share2 />} title={t`This could not be kept`}>
      {reasons[failure]}
    </EmptyState>
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
  if (session.state !== 'signed-in') return <Waits item={item} onDrop={() => void drop()} />
  const whole = (
    <>
      <Content item={item} />
      <WithSync fallback={<Skeleton className="h-40 rounded-card" />}>
        <Suspense fallback={null}>
          {session.user.isPerformer ? (
            <IntoDraft key={item.id} item={item} onDone={() => onDraft(item.id)} onDrop={() => void drop()} />
          ) : (
            <ChooseRecipient item={item} onDone={onConversation} onDrop={() => void drop()} />
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
  const drop = async () => {
    setItem(undefined)
    if (item) await removeSharedItem(item.id).catch(() => undefined)
    // Another one may wait.
    setItem(await readSharedItem(account).catch(() => null))
  }
  return { item, drop }
}

function Waits({ item, onDrop }: { item: SharedItem; onDrop: () => void }): ReactNode {
  const next = `/share?item=${item.id}`
  return (
    <>
      <p role="status">
        <Trans>This is kept on this device for an hour. Log in until then to post or send it.</Trans>
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

/** The words and files that were shared. */
function Content({ item: { text, files } }: { item: SharedItem }) {
  const { i18n } = useLingui()
  const names = files.map(({ file }) => file.name)
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
          {': '}
          <bdi className="[overflow-wrap:anywhere]">{listFormat(i18n.locale).format(names)}</bdi>
        </p>
      )}
    </Card>
  )
}
