import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { hasContent, MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../core/forms/local-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { AudienceFields } from './audience-fields.tsx'
import { BroadcastFiles } from './broadcast-files.tsx'
import { PriceField } from './price-field.tsx'
import { ReachStatus } from './reach-status.tsx'
import { ReturnedNotice } from './returned-notice.tsx'
import { sendBroadcast } from './send-broadcast.ts'
import type { BroadcastEditor } from './use-broadcast-editor.ts'
import { useReach } from './use-reach.ts'

type Props = { id: string; editor: BroadcastEditor; onDiscard: () => void }

/** The form of a message to many. It is kept on the device as it is typed; sending it needs a connection. */
export function BroadcastForm({ id, editor, onDiscard }: Props) {
  const { t } = useLingui()
  const { content, edit, stored, isWaiting, price } = editor
  const reach = useReach(content)
  const count = reach.reach?.count
  const send = useAction(async () => {
    await editor.flush()
    try {
      editor.onAnswer(await sendBroadcast(id, { version: stored?.version ?? 0, count: count ?? 0 }))
    } catch (error) {
      void reach.reload()
      throw error
    }
  })
  const isCounted = count !== undefined && count > 0 && !reach.isReading
  const isReady = hasContent(content) && isCounted && !isWaiting && !price.isWrong
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void send.run()
      }}
    >
      {stored && <ReturnedNotice broadcast={{ ...stored, sendAt: content.sendAt }} />}
      <TextArea
        label={t`Message to many`}
        value={content.text}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={(event) => edit({ text: event.target.value })}
      />
      <BroadcastFiles fileIds={content.fileIds} known={stored?.files ?? []} onEdit={(fileIds) => edit({ fileIds })} />
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
      <SendHint isSaving={isWaiting && !reach.isOffline} />
    </form>
  )
}

function SendHint({ isSaving }: { isSaving: boolean }) {
  return (
    <p className="text-sm text-muted">
      {isSaving ? (
        <Trans>Saving…</Trans>
      ) : (
        <Trans>You can take it back for a minute. At most two go out in a day.</Trans>
      )}
    </p>
  )
}
