import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { askShow } from './ask-show.ts'

/** A fan's request for a private show, with the seconds left and the creator's answer. */
export function ShowRequest({ show }: { show: Show }) {
  const navigate = useNavigate()
  const left = useSecondsUntil(show.expiresAt)
  const accept = useAction(async () => {
    await askShow('show:accept', { requestId: show._id })
    await navigate({ to: '/show/$requestId', params: { requestId: show._id } })
  })
  const decline = useAction(async () => void (await askShow('show:decline', { requestId: show._id })))
  const error = accept.error ?? decline.error
  const { fan } = show
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Avatar name={fan.name} src={fan.avatar} />
        <div className="min-w-0 flex-1">
          <bdi className="font-semibold">{fan.name}</bdi>
          <p className="text-sm text-muted">
            <TokenPrice value={show.rate} /> <Trans>a minute</Trans>
          </p>
        </div>
        <p role="timer" className="text-sm tabular-nums">
          <Plural value={left} one="# second left" other="# seconds left" />
        </p>
      </div>
      {error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={accept.busy} onClick={() => void accept.run()}>
          <Trans>Accept</Trans>
        </Button>
        <Button kind="secondary" busy={decline.busy} onClick={() => void decline.run()}>
          <Trans>Decline</Trans>
        </Button>
      </div>
    </article>
  )
}

/** Whole seconds until a moment of the server, never below 0. */
function useSecondsUntil(at: string | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return at === null ? 0 : Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000))
}
