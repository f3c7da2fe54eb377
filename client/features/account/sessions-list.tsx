import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SessionList } from '@vesper/sync/vesper/api/auth.ts'
import type { SessionRecord } from '@vesper/sync/vesper/api/auth.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import { Laptop, Smartphone } from 'lucide-react'
import useSWR from 'swr'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** Where the account is open, and the way to close it there. */
export function SessionsList({ account }: { account: string }) {
  const { t } = useLingui()
  const key = ['sessions', account]
  const { data, error, isLoading, mutate } = useSWR<v.InferOutput<typeof SessionList>, unknown>(key, () =>
    callApi({ path: '/auth/users/me/sessions', answer: SessionList }),
  )
  useReadWhenBack({ key, error, read: mutate })
  if (isLoading) return <Skeleton className="h-32" />
  if (!data)
    return (
      <ErrorState
        title={t`Your sessions could not be loaded`}
        message={errorMessage(error)}
        onRetry={() => void mutate()}
      />
    )
  return (
    <ul role="list" aria-label={t`Your devices`} className="grid gap-1">
      {data.data.map((session) => (
        <li key={session._id}>
          <SessionRow session={session} onEnded={async () => void (await mutate())} />
        </li>
      ))}
    </ul>
  )
}

function SessionRow({ session, onEnded }: { session: SessionRecord; onEnded: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const { name, phone } = deviceNameOf(session.userAgent)
  const seen = formatDate(new Date(session.lastSeenAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const action = useActionWithToast(async () => {
    await end(session)
    await onEnded()
    announce(t`Session ended`)
  })
  return (
    <ListItem
      leading={
        <span
          aria-hidden="true"
          className="grid size-11 place-items-center rounded-full bg-raised text-muted [&_svg]:size-5"
        >
          {phone ? <Smartphone /> : <Laptop />}
        </span>
      }
      title={name ?? t`Unknown device`}
      subtitle={
        <>
          <span className="block whitespace-normal">
            <Trans>Last used {seen}</Trans>
          </span>
          {!session.current && session.waiting > 0 && <Waiting count={session.waiting} />}
        </>
      }
      trailing={
        session.current ? (
          <Badge tone="ok">
            <Trans>This device</Trans>
          </Badge>
        ) : (
          <Button kind="quiet" className="px-3 text-danger-ink" busy={action.busy} onClick={() => void action.run()}>
            <Trans>End</Trans>
          </Button>
        )
      }
    />
  )
}

/** One that is not there any more has ended: the answer that said so may be lost. */
async function end({ _id }: SessionRecord): Promise<void> {
  try {
    await callApi({ method: 'DELETE', path: `/auth/users/me/sessions/${_id}`, answer: Done })
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'not-found')) throw error
  }
}

/** The unsent count of another device: its mutations go out when the user opens Vesper there. */
function Waiting({ count }: { count: number }) {
  return (
    <span className="block whitespace-normal text-warn-ink">
      <Plural
        value={count}
        one="When it was last online, # change waited there. It is sent when you open Vesper on that device."
        other="When it was last online, # changes waited there. They are sent when you open Vesper on that device."
      />
    </span>
  )
}
