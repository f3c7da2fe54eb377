import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ChatMode, ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'

const MINUTE_S = 60

type Props = {
  mode: ChatMode | null
  silenced: ChatStanding['silenced']
  performer: Pick<Participant, '_id' | 'name' | 'username'> | null
}

/** The rules of the chat in force, and what a viewer who may not write can do about it. Nothing in an open chat. */
export function ChatModeNotice({ mode, silenced, performer }: Props) {
  if (silenced?.reason === 'banned')
    return <Trans>You cannot write in this chat. The creator or a moderator can lift that.</Trans>
  if (silenced?.reason === 'timeout') return <WriteAgain until={silenced.until} />
  if (!mode) return null
  const { subscribersOnly, followersMinutes, slowSeconds } = mode
  return (
    <>
      {subscribersOnly ? (
        <Trans>Only subscribers can write.</Trans>
      ) : followersMinutes === null ? null : followersMinutes === 0 ? (
        <Trans>Only followers can write.</Trans>
      ) : (
        <Plural
          value={followersMinutes}
          one="Only those who have followed for # minute can write."
          other="Only those who have followed for # minutes can write."
        />
      )}{' '}
      {silenced && <Remedy silenced={silenced} performer={performer} />}{' '}
      {!silenced && slowSeconds > 0 && <SlowMode seconds={slowSeconds} />}
    </>
  )
}

/** The way to what a viewer lacks. */
function Remedy({ silenced, performer }: { silenced: NonNullable<Props['silenced']>; performer: Props['performer'] }) {
  if (silenced.until !== null) return <WriteAgain until={silenced.until} />
  if (!performer) return null
  const { name, username, _id } = performer
  return (
    <Link
      to="/$profileId"
      params={{ profileId: username ?? _id }}
      className="inline-flex min-h-6 items-center font-semibold underline"
    >
      {silenced.reason === 'subscribers' ? <Trans>Subscribe to {name}</Trans> : <Trans>Follow {name}</Trans>}
    </Link>
  )
}

function WriteAgain({ until }: { until: string | null }) {
  const { i18n } = useLingui()
  const at = until && i18n.date(until, { hour: 'numeric', minute: 'numeric' })
  return <Trans>You can write again at {at}.</Trans>
}

function SlowMode({ seconds }: { seconds: number }) {
  return seconds % MINUTE_S === 0 ? (
    <Plural
      value={seconds / MINUTE_S}
      one="Slow mode: one message in # minute."
      other="Slow mode: one message in # minutes."
    />
  ) : (
    <Plural value={seconds} one="Slow mode: one message in # second." other="Slow mode: one message in # seconds." />
  )
}
