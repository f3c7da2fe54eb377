import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { hasContent, MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../core/forms/local-time.ts'
import { useFiles } from '../../entities/library/use-files.ts'
import type { DraftFile } from '../../entities/library/use-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { AudienceFields } from './audience-fields.tsx'
import { BroadcastFiles } from './broadcast-files.tsx'
import { PriceField } from './price-field.tsx'
import { ReachStatus } from './reach-status.tsx'
import { RefusedSaves } from './refused-saves.tsx'
import { ReturnedNotice } from './returned-notice.tsx'
import { sendBroadcast } from './send-broadcast.ts'
import type { BroadcastEditor } from './use-broadcast-editor.ts'
import { usePickedFiles } from './use-picked-files.ts'
import { useReach } from './use-reach.ts'

type Props = { id: string; editor: BroadcastEditor; onDiscard: () => void }

/** The form of a message to many. It is kept on the device as it is typed; sending it needs a connection. */
export function BroadcastForm({ id, editor, onDiscard }: Props) {
  const { t } = useLingui()
  const { content, edit, stored, isWaiting, price } = editor
  const reach = useReach(content)
  const count = reach.reach?.count
  const send = useSending(id, editor, reach)
  const isCounted = count !== undefined && count > 0 && !reach.isReading
  const picking = usePickedFiles(editor)
  const files = useFiles(content.fileIds, stored?.files ?? [])
  const areFilesReady = files.every(({ standing }) => standing === 'ready') && !picking.isBusy
  // The server has the message without them: it would go out without its file or its last words.
  const isRefused = editor.refused.length > 0
  const isReady = hasContent(content) && isCounted && !isWaiting && !isRefused && !price.isWrong && areFilesReady
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send.run()
      }}
    >
      <RefusedSaves refused={editor.refused} />
      {stored && <ReturnedNotice broadcast={{ ...stored, sendAt: content.sendAt }} />}
      <TextArea
        label={t`Message to many`}
        value={content.text}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={(event) => edit({ text: event.target.value })}
      />
      <BroadcastFiles
        fileIds={content.fileIds}
        known={stored?.files ?? []}
        picking={picking}
        onEdit={(change) => void editor.changeFiles(change)}
      />
      <PriceField text={price.text} onText={price.onText} onBlur={price.onBlur} />
      <div className="grid gap-6 sm:grid-cols-2">
        <AudienceFields
          legend={<Trans>Send to</Trans>}
          parts={content.include}
          onEdit={(include) => edit({ include })}
        />
        <AudienceFields
          legend={<Trans>Leave out</Trans>}
          parts={content.exclude}
          onEdit={(exclude) => edit({ exclude })}
        />
      </div>
      <TextField
        type="datetime-local"
        label={t`Send at`}
        value={toLocalTimeInput(content.sendAt)}
        max={LATEST_INPUT}
        hint={<Trans>Your local time. Leave it empty to send now.</Trans>}
        onChange={(event) => edit({ sendAt: fromLocalTimeInput(event.target.value) })}
      />
      <ReachStatus {...reach} />
      <div role="alert" className="empty:absolute">
        {(send.error ?? editor.problem) !== null && (
          <Notice tone="danger">{errorMessage(send.error ?? editor.problem)}</Notice>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={send.busy} disabled={!isReady}>
          {content.sendAt === null ? (
            <Plural value={count ?? 0} one="Send to #" other="Send to #" />
          ) : (
            <Plural value={count ?? 0} one="Schedule for #" other="Schedule for #" />
          )}
        </Button>
        <Button kind="quiet" onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </div>
      <SendHint files={files} isRefused={isRefused} isSaving={isWaiting && !reach.isOffline} />
    </form>
  )
}

/** Sends the message as it is seen here. Where that is refused, its audience is counted again. */
function useSending(id: string, { flush, onAnswer, stored }: BroadcastEditor, reach: ReturnType<typeof useReach>) {
  return useAction(async () => {
    await flush()
    try {
      const seen = { version: stored?.version ?? 0, count: reach.reach?.count ?? 0 }
      onAnswer(await sendBroadcast(id, seen))
    } catch (error) {
      void reach.reload()
      throw error
    }
  })
}

type HintProps = { files: readonly DraftFile[]; isRefused: boolean; isSaving: boolean }

function SendHint({ files, isRefused, isSaving }: HintProps) {
  const standings = new Set(files.map(({ standing }) => standing))
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {standings.has('failed') || standings.has('refused') ? (
        <Trans>A file cannot be used. Remove it or add another, then you can send the message.</Trans>
      ) : isRefused ? (
        <Trans>You can send the message once the change is saved or discarded.</Trans>
      ) : standings.has('elsewhere') ? (
        <Trans>A file is still on another device. You can send the message when that device has uploaded it.</Trans>
      ) : standings.has('waiting') || standings.has('sending') ? (
        <Trans>Files are still being uploaded. You can send the message when all of them are ready.</Trans>
      ) : standings.has('processing') ? (
        <Trans>Files are still being prepared. You can send the message when all of them are ready.</Trans>
      ) : isSaving ? (
        <Trans>Saving…</Trans>
      ) : (
        <Trans>You can take it back for a minute. At most two go out in a day.</Trans>
      )}
    </p>
  )
}
