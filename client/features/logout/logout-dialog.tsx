import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, Download, LogOut, Send, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { PendingLine } from '../../ui/list/pending-line.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useOnRemoved } from '../../ui/use-on-removed.ts'

/** `refused`: what sending again changes nothing about. */
type Unsent = { mutations: number; refused: number; drafts: number }

type Props = {
  isOffline: boolean
  count: () => Promise<Unsent>
  /** Another one wherever what is unsent may have changed. */
  news: unknown
  send: () => Promise<Unsent>
  /** Keeps what is unsent as a file. */
  save: () => void
  isSaving: boolean
  /** How that gets on. */
  saved: ReactNode
  leave: () => Promise<void>
  /** To where it says why something was refused; undefined where nobody is logged in who could look. */
  onSeeRefused?: (() => void) | undefined
  onClose: () => void
}

/** Logs out at once when nothing would be lost; asks what to do with unsent things otherwise. */
export function LogoutDialog(props: Props) {
  const { isOffline, count, news, send, save, isSaving, saved, leave, onSeeRefused, onClose } = props
  const { t } = useLingui()
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const go = useAction(leave)
  const settle = async (left: Unsent) => {
    if (isNothing(left)) await go.run()
    else setUnsent(left)
  }
  const look = useAction(async () => settle(await count()))
  const [isStuck, setStuck] = useState(false)
  const sending = useAction(async () => {
    setStuck(false)
    const left = await send()
    await settle(left)
    setStuck(left.mutations > 0)
  })
  useCountedAnew({ isOn: unsent !== null && !sending.busy && !go.busy, news, count, onCounted: setUnsent })
  const last = useRef<HTMLButtonElement>(null)
  const isOver = unsent !== null && isNothing(unsent)
  useOnRemoved(!isOver, () => focusUnlessElsewhere(last.current))
  const started = useRef(false)
  useEffect(() => {
    if (!started.current) void look.run()
    started.current = true
  })
  const error = go.error ?? look.error ?? (isOver ? null : sending.error)
  const notSent = isOffline
    ? t`You are offline. Try again when you are back online.`
    : t`Some changes could not be sent now.`
  const problem = error === null ? (isStuck && unsent?.mutations ? notSent : null) : errorMessage(error)
  const discard = (
    <Button
      ref={last}
      kind={isOver ? 'primary' : 'danger'}
      icon={isOver ? <LogOut className="size-5" /> : <Trash2 className="size-5" />}
      // The export reads data that leaving removes.
      busy={go.busy || isSaving || (isOver && look.busy)}
      // Drafts of another tab are no news: that nothing would be lost is looked at again.
      onClick={() => void (isOver ? look : go).run()}
    >
      {isOver ? <Trans>Log out</Trans> : unsent ? <Trans>Discard and log out</Trans> : <Trans>Log out anyway</Trans>}
    </Button>
  )
  if (!unsent) {
    return (
      <Dialog title={t`Log out`} onClose={onClose} actions={error !== null && discard}>
        {error === null ? <PendingLine text={t`Logging out`} /> : <FormAlert text={errorMessage(error)} />}
      </Dialog>
    )
  }
  return (
    <Dialog
      title={isOver ? t`Log out` : t`Some changes are not sent yet`}
      onClose={onClose}
      actions={
        <>
          {!isOver && (
            <Remedies {...{ unsent, save, isSaving, onSeeRefused }} isSending={sending.busy} onSend={sending.run} />
          )}
          {discard}
        </>
      }
    >
      <p role="status">
        {isOver ? <Trans>Everything is saved. Nothing will be lost.</Trans> : <WhatIsLost unsent={unsent} />}
      </p>
      <div role="alert" className="empty:absolute">
        {unsent.refused > 0 && <WhatWasRefused {...unsent} />}
      </div>
      {saved}
      <FormAlert text={problem} />
    </Dialog>
  )
}

type Counting = { isOn: boolean; news: unknown; count: () => Promise<Unsent>; onCounted: (unsent: Unsent) => void }

/** Keeps the count true while `isOn`. A failed count leaves the last one. */
function useCountedAnew({ isOn, news, count, onCounted }: Counting): void {
  const recount = useEffectEvent(count)
  const counted = useEffectEvent(onCounted)
  useEffect(() => {
    if (!isOn) return
    let isLatest = true
    recount().then(
      (unsent) => isLatest && counted(unsent),
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [isOn, news])
}

function isNothing({ mutations, refused, drafts }: Unsent): boolean {
  return mutations + refused + drafts === 0
}

/** The removed control may have had the focus, or not. */
function focusUnlessElsewhere(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

type RemediesProps = Pick<Props, 'save' | 'isSaving' | 'onSeeRefused'> & {
  unsent: Unsent
  isSending: boolean
  onSend: () => Promise<void>
}

/** The remedies for unsent mutations, most helpful first. */
function Remedies({ unsent, isSending, onSend, save, isSaving, onSeeRefused }: RemediesProps) {
  const canSend = unsent.mutations > 0
  const canLook = unsent.refused > 0 && onSeeRefused
  const next = useRef<HTMLButtonElement>(null)
  const goOn = () => focusUnlessElsewhere(next.current)
  useOnRemoved(canSend, goOn)
  useOnRemoved(Boolean(canLook), goOn)
  return (
    <>
      {canSend && (
        <Button icon={<Send className="size-5" />} busy={isSending} onClick={() => void onSend()}>
          <Trans>Send now, then log out</Trans>
        </Button>
      )}
      {canLook && (
        <Button ref={next} kind="secondary" icon={<CircleAlert className="size-5" />} onClick={onSeeRefused}>
          <Trans>See rejected changes</Trans>
        </Button>
      )}
      <Button
        ref={canLook ? undefined : next}
        kind="secondary"
        icon={<Download className="size-5" />}
        busy={isSaving}
        onClick={save}
      >
        <Trans>Save as a file</Trans>
      </Button>
    </>
  )
}

function WhatWasRefused({ refused }: Unsent) {
  return (
    <p>
      <Plural
        value={refused}
        one="# change was rejected by the server."
        other="# changes were rejected by the server."
      />
    </p>
  )
}

function WhatIsLost({ unsent: { mutations: waiting, refused, drafts } }: { unsent: Unsent }) {
  const mutations = waiting + refused
  if (drafts === 0) {
    return (
      <Trans>
        Logging out removes everything of your account from this device:{' '}
        <Plural value={mutations} one="# unsent change" other="# unsent changes" /> would be lost.
      </Trans>
    )
  }
  if (mutations === 0) {
    return (
      <Trans>
        Logging out removes everything of your account from this device:{' '}
        <Plural value={drafts} one="# draft" other="# drafts" /> would be lost.
      </Trans>
    )
  }
  return (
    <Trans>
      Logging out removes everything of your account from this device:{' '}
      <Plural value={mutations} one="# unsent change" other="# unsent changes" /> and{' '}
      <Plural value={drafts} one="# draft" other="# drafts" /> would be lost.
    </Trans>
  )
}
