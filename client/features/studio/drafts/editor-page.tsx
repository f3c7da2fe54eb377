import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { beginningOf, usePageName } from '../../../core/page/page-name.ts'
import { creatorStanding } from '../../../core/session/creator-standing.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { announce } from '../../../ui/text/announcer.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AudienceFields } from '../fields/audience-fields.tsx'
import { PollFields } from '../fields/poll-fields.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import { TermsFields } from '../fields/terms-fields.tsx'
import { TextFields } from '../fields/text-fields.tsx'
import { useAskedPrice } from '../fields/use-asked-price.ts'
import type { AskedPrice } from '../fields/use-asked-price.ts'
import { FilesFields } from '../files/files-fields.tsx'
import { PreviewFields } from '../files/preview-fields.tsx'
import { StrangerView } from '../files/stranger-view.tsx'
import { placeOfDraft } from '../posts/post-items.ts'
import type { Place } from '../posts/post-items.ts'
import { ReviewNotice } from '../review-notice.tsx'
import { mayBePublished, standingOf } from '../studio-items.ts'
import { useDraftOutbox } from '../use-studio.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { DiscardDraftDialog } from './discard-draft-dialog.tsx'
import type { DraftEditor, EditorState } from './draft-editor.ts'
import { isBlank } from './edit-between.ts'
import { EditorNotices } from './editor-notices.tsx'
import { addFiles, endDraft, replaceFile, setFiles, setPreview } from './end-draft.ts'
import { PublishBar } from './publish-bar.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { PublishTimes } from './publish-dialog.tsx'
import { SaveStatus } from './save-status.tsx'
import { useDraftEditor } from './use-draft-editor.ts'

type Props = {
  user: Profile
  draftId: string
  isOffline: boolean
  /** To where the draft is listed, or was. */
  onLeave: (place: Place) => void
  onOpen: (draftId: string) => void
}

/** Where a post is written. */
export function EditorPage({ user, draftId, isOffline, onLeave, onOpen }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { editor, state } = useDraftEditor(draftId)
  const outbox = useDraftOutbox(draftId)
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null)
  const ending = useEnding(editor, onLeave)
  const asked = useAskedPrice(state.content)
  const beginning = state.isReady ? beginningOf(state.content.text) : ''
  usePageName(beginning && t`Draft: ${beginning}`)
  if (!state.isReady && state.problem) {
    const again = () => void editor.flush()
    return <ErrorState title={t`This post could not be loaded`} message={errorMessage(state.problem)} onRetry={again} />
  }
  if (!state.isReady) return <EditorSkeleton />
  const { draft } = state
  const isReadOnly = draft?.isPublishing === true
  const ask = (what: 'publish' | 'discard') => void editor.flush().then(() => setAsking(what))
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Write a post`}
        leading={<Back draft={draft} />}
        subtitle={
          <span role="status">
            <SaveStatus state={state} standing={draft ? standingOf(draft, outbox) : 'waiting'} />
          </span>
        }
        actions={
          <IconButton label={t`Discard`} className="text-muted" onClick={() => ask('discard')}>
            <Trash2 className="size-5" />
          </IconButton>
        }
      />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        <EditorNotices {...{ sync, editor, state, outbox, onOpen }} onLeave={() => onLeave('drafts')} />
        <ConflictPanel
          kept={draft?.kept ?? []}
          text={state.content.text}
          onSettle={(keptId, change) => void editor.settle(keptId, change)}
        />
        <Parts editor={editor} state={state} asked={asked} isReadOnly={isReadOnly} />
        {!isReadOnly && <ReviewNotice user={user} />}
        {!isReadOnly && (
          <PublishBar
            scheduledAt={state.content.scheduledAt}
            isBusy={ending.busy}
            isDisabled={isBlank(state.content) || state.isGone || creatorStanding(user) !== 'open'}
            onAsk={() => asked.ask() || ask('publish')}
          />
        )}
      </div>
      {asking === 'publish' && draft && (
        <PublishDialog
          draft={{ ...draft, scheduledAt: state.content.scheduledAt, expiresAt: state.content.expiresAt }}
          isOffline={isOffline}
          isEditing
          onClose={(times) => {
            setTimes(editor, times)
            setAsking(null)
          }}
          onYes={(times) => {
            setTimes(editor, times)
            void ending.run('draft.publish')
          }}
        />
      )}
      {asking === 'discard' && (
        <DiscardDraftDialog
          // It may go out while somebody hesitates.
          mayBePublished={state.isGone || mayBePublished(outbox)}
          onClose={() => setAsking(null)}
          onYes={() => void ending.run('draft.discard')}
        />
      )}
    </main>
  )
}

function setTimes(editor: DraftEditor, times: PublishTimes): void {
  const { scheduledAt, expiresAt } = editor.state().content
  if (times.scheduledAt !== scheduledAt || times.expiresAt !== expiresAt) editor.edit(times)
}

function Parts({ editor, state: { content, draft }, asked, isReadOnly }: PartsProps) {
  const { t } = useLingui()
  const sync = useSync()
  const adding = useAction((files: File[]) =>
    addFiles(
      { sync, editor },
      files,
      (error) => void showToast('error', errorMessage(error, t`This file could not be read here.`)),
    ),
  )
  const unreadable = t`This file could not be read here.`
  const placing = useActionWithToast(
    (place: 'thumbnailId' | 'teaserId', file: File | null) => setPreview({ sync, editor }, place, file),
    unreadable,
  )
  const replacing = useActionWithToast(
    (fileId: string, file: File) => replaceFile({ sync, editor }, fileId, file),
    unreadable,
  )
  const placeOf = (place: 'thumbnailId' | 'teaserId', record: FileRecord | null) => ({
    ...{ fileId: content[place], record },
    onPicked: (file: File) => void placing.run(place, file),
    onRemove: () => void placing.run(place, null),
  })
  return (
    <>
      <FilesFields
        fileIds={content.fileIds}
        draft={draft}
        isReadOnly={isReadOnly}
        isBusy={adding.busy || replacing.busy}
        onReplace={(fileId, file) => void replacing.run(fileId, file)}
        onPicked={(files) => void adding.run(files)}
        onEdit={(fileIds) => void setFiles(sync, editor, fileIds)}
        onChosen={(fileIds) => {
          editor.edit({ fileIds: [...new Set([...editor.state().content.fileIds, ...fileIds])] })
          void editor.flush()
        }}
      />
      <TextFields text={content.text} isReadOnly={isReadOnly} onEdit={(text) => editor.edit({ text })} />
      <AudienceFields
        terms={
          <TermsFields
            content={content}
            hasTime={false}
            asked={asked}
            isReadOnly={isReadOnly}
            onEdit={(change) => editor.edit(change)}
          />
        }
        view={<StrangerView {...content} hasTeaser={content.teaserId !== null} records={recordsOf(draft)} />}
        previews={
          <PreviewFields
            thumbnail={placeOf('thumbnailId', draft?.thumbnail ?? null)}
            teaser={placeOf('teaserId', draft?.teaser ?? null)}
            isReadOnly={isReadOnly}
            isBusy={placing.busy}
          />
        }
      />
      <TagsField tags={content.tags} isReadOnly={isReadOnly} onEdit={(tags) => editor.edit({ tags })} />
      <Checkbox
        label={<Trans>Pin to the top of my page</Trans>}
        checked={content.isPinned}
        disabled={isReadOnly}
        onChange={(event) => editor.edit({ isPinned: event.target.checked })}
      />
      <PollFields
        poll={content.poll}
        scheduledAt={content.scheduledAt}
        isReadOnly={isReadOnly}
        onEdit={(poll) => editor.edit({ poll })}
      />
    </>
  )
}

type PartsProps = { editor: DraftEditor; state: EditorState; asked: AskedPrice; isReadOnly: boolean }

/** The files and the thumbnail of a draft, as far as the server has them. */
function recordsOf(draft: PostDraft | null): FileRecord[] {
  return [...(draft?.files ?? []), ...(draft?.thumbnail ? [draft.thumbnail] : [])]
}

function useEnding(editor: DraftEditor, onLeave: (place: Place) => void) {
  const { t } = useLingui()
  const sync = useSync()
  return useActionWithToast(async (ending: 'draft.publish' | 'draft.discard') => {
    await endDraft(sync, editor, ending)
    if (ending === 'draft.discard') announce(t`Draft discarded`)
    const { scheduledAt } = editor.state().content
    onLeave(placeOfDraft(ending === 'draft.publish' ? { isPublishing: true, scheduledAt } : null, Date.now()))
  })
}

function Back({ draft }: { draft: PostDraft | null }): ReactNode {
  const { t } = useLingui()
  const place = placeOfDraft(draft, useNow())
  return (
    <Link
      to="/creator/studio"
      search={{ show: place }}
      aria-label={t`Back to the studio`}
      className="grid size-target place-items-center rounded-full text-accent-ink hover:bg-raised"
    >
      <ArrowLeft className="mirrored size-5.5" aria-hidden="true" />
    </Link>
  )
}

function EditorSkeleton() {
  return (
    <main aria-busy="true" className="safe-x mx-auto grid w-full max-w-3xl content-start gap-5 py-6">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-40 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </main>
  )
}
