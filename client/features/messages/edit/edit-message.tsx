import { Trans, useLingui } from '@lingui/react/macro'
import { hasContent, MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { announce } from '../../../ui/text/announcer.tsx'
import { textDirection } from '../../../ui/text/text-direction.ts'

/** Other words for a message that was sent. */
export function EditMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const [text, setText] = useState(message.text)
  const [failure, setFailure] = useState<string | null>(null)
  const words = text.trim()
  const canSave = hasContent({ text: words, fileIds: message.files.map((file) => file._id) })
  const save = async () => {
    const { _id, conversationId } = message
    try {
      if (words !== message.text) await sync.mutate('message.edit', { _id, conversationId, text: words })
      announce(t`Message edited`)
      onClose()
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  return (
    <Dialog
      title={t`Edit the message`}
      onClose={onClose}
      failure={failure}
      actions={
        <Button disabled={!canSave} onClick={() => void save()}>
          <Trans>Save changes</Trans>
        </Button>
      }
    >
      <textarea
        autoFocus
        rows={3}
        aria-label={t`Text of the message`}
        dir={textDirection(text)}
        maxLength={MESSAGE_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content max-h-[40dvh] min-h-24 w-full resize-none rounded-control border border-control bg-bg px-4 py-2.5 text-base text-ink focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink"
      />
      <p className="text-sm">
        <Trans>A message can be edited for 15 minutes. Both of you see that it was.</Trans>
      </p>
    </Dialog>
  )
}
