import { Trans, useLingui } from '@lingui/react/macro'
import { StreamConversation } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { BannedList } from './banned-list.tsx'
import { ChatRulesForm } from './chat-rules-form.tsx'
import type { StreamRoom } from './use-stream-room.ts'

type Props = { streamId: string; room: StreamRoom; mode: ChatMode; onClose: () => void }

/** All that the creator and moderators of a chat decide about it as a whole. */
export function ChatDesk({ streamId, room, mode, onClose }: Props) {
  const { t } = useLingui()
  const [asksToClear, setAsking] = useState(false)
  const save = async (chat: Partial<ChatMode>) => {
    const path = `/conversations/stream/${streamId}/update`
    await callApi({ method: 'PUT', path, body: { chat }, answer: StreamConversation })
  }
  return (
    <Dialog title={t`Rules of the chat`} onClose={onClose}>
      <ChatRulesForm mode={mode} name={streamId} onSave={save} />
      <Button kind="secondary" icon={<Eraser className="size-5" />} onClick={() => setAsking(true)}>
        <Trans>Clear the chat</Trans>
      </Button>
      <BannedList streamId={streamId} />
      {asksToClear && <ClearDialog streamId={streamId} room={room} onClose={() => setAsking(false)} />}
    </Dialog>
  )
}

function ClearDialog({ streamId, room, onClose }: Omit<Props, 'mode'>) {
  const { t } = useLingui()
  const clear = useAction(async () => {
    await room.moderate({ action: 'clear', streamId })
    onClose()
  })
  return (
    <ConfirmDialog
      title={t`Clear the chat?`}
      yes={<Trans>Clear the chat</Trans>}
      busy={clear.busy}
      failure={clear.error === null ? null : errorMessage(clear.error)}
      onYes={() => void clear.run()}
      onClose={onClose}
    >
      <Trans>All messages so far are removed for everybody, and the pinned one with them. They do not come back.</Trans>
    </ConfirmDialog>
  )
}
