import { Trans } from '@lingui/react/macro'
import { StreamSettings } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { callApi } from '../../../core/api/api.ts'
import { BannedList } from '../chat/banned-list.tsx'
import { ChatRulesForm } from '../chat/chat-rules-form.tsx'

type Props = {
  settings: StreamSettings
  /** The latest stream, whose chat names the banned; null before the first one. */
  lastId: string | null
  onSaved: () => void
}

/** The rules that the chat of the next stream begins with, and the banned of all streams. */
export function ChatSettings({ settings, lastId, onSaved }: Props) {
  const save = async (chat: Partial<ChatMode>) => {
    await callApi({ method: 'PUT', path: '/streaming/update', body: { chat }, answer: StreamSettings })
    onSaved()
  }
  return (
    <div className="grid gap-6 py-3">
      <p className="text-sm text-muted">
        <Trans>Your next stream begins with these rules. You can change them while you are live.</Trans>
      </p>
      <ChatRulesForm mode={settings.chat} name="next" onSave={save} />
      {lastId !== null && <BannedList streamId={lastId} />}
    </div>
  )
}
