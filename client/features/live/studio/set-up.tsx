import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LiveAnswer, STREAM_PRICE_MAX, STREAM_TITLE_MAX, StreamSettings } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Stream, streamAccesses } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import { Radio } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useFreshAnswer } from '../../../core/api/use-fresh-answer.ts'
import { $offline } from '../../../core/connection/model.ts'
import { parseWhole } from '../../../core/forms/parse-whole.ts'
import { useKeptForm } from '../../../core/forms/use-kept-form.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { clockTime } from '../../../core/media/clock-time.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { StreamStatusLabel } from '../watch/stream-status-label.tsx'
import { DeviceCheck } from './device-check.tsx'
import { FoldedPart } from './folded-part.tsx'
import type { Devices } from './use-devices.ts'

type Props = {
  user: Profile
  /** The latest stream, which has ended; null before the first one. */
  last: Stream | null
  devices: Devices
  onLive: () => void
}

type Values = { title: string; kind: string; access: string; price: string; record: string }
type Kind = 'public' | 'group'
type Access = (typeof streamAccesses)[number]

const ChatSettings = lazyAgain(async () => (await import('./chat-settings.tsx')).ChatSettings)
const FillGapNotice = lazyAgain(async () => (await import('./local-recording/fill-gap-notice.tsx')).FillGapNotice)
const MenuEditor = lazyAgain(async () => (await import('./menu-editor.tsx')).MenuEditor)
const ShowSettings = lazyAgain(async () => (await import('./show-settings.tsx')).ShowSettings)

/** All that is decided before a stream: its title, who may watch, and for how much. */
export function SetUp({ user, last, devices, onLive }: Props) {
  const isOffline = useUnit($offline)
  const { data: settings, mutate } = useFreshAnswer('/streaming/settings', StreamSettings)
  const { values, edit, forget } = useKeptForm<Values>('go-live', {
    title: '',
    kind: 'public',
    access: 'public',
    price: '',
    record: '',
  })
  useBeginning(settings, values, edit)
  const [_id] = useState(() => v7())
  const [kind, access] = [values.kind as Kind, values.access as Access]
  const price = parseWhole(values.price, { least: 1, most: STREAM_PRICE_MAX })
  const isPaid = kind === 'public' && access === 'paid'
  const title = values.title.trim()
  const goLive = useAction(async () => {
    if (!devices.media) await devices.open()
    const record = values.record === 'yes'
    await callApi({ method: 'PUT', path: '/streaming/update', body: { record }, answer: StreamSettings })
    const body = { _id, kind, title, access, ...(isPaid && price !== null && { price }) }
    await callApi({ method: 'POST', path: '/streaming/live', body, answer: LiveAnswer })
    forget()
    onLive()
  })
  const isApproved = user.verification === 'approved'
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
      <div className="grid content-start gap-4">
        {last && <LastStream stream={last} />}
        <Suspense>
          <FillGapNotice account={user._id} onFilled={onLive} />
        </Suspense>
        <DeviceCheck devices={devices} />
      </div>
      <div className="grid content-start gap-6">
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void goLive.run()
          }}
        >
          <StreamFields values={values} edit={edit} price={price} settings={settings} />
          {!isApproved && (
            <Notice tone="warning">
              <Trans>You can go live when your account is approved.</Trans>
            </Notice>
          )}
          {isOffline && (
            <Notice tone="warning" role="status">
              <Trans>Needs a connection.</Trans>
            </Notice>
          )}
          <div role="alert">{goLive.error !== null && <Notice tone="danger">{errorMessage(goLive.error)}</Notice>}</div>
          <Button
            type="submit"
            busy={goLive.busy}
            icon={<Radio className="size-5" />}
            disabled={isOffline || !isApproved || title === '' || (isPaid && price === null)}
          >
            <Trans>Go live</Trans>
          </Button>
        </form>
        <FurtherParts user={user} last={last} settings={settings} onSaved={() => void mutate()} />
        <Link to="/creator/live/requests" className={buttonClass('secondary')}>
          <Trans>Private shows</Trans>
        </Link>
      </div>
    </div>
  )
}

type PartsProps = Pick<Props, 'user' | 'last'> & { settings: StreamSettings | undefined; onSaved: () => void }

/** Decided once, and rarely after that. */
function FurtherParts({ user, last, settings, onSaved }: PartsProps) {
  const { t } = useLingui()
  return (
    <>
      <FoldedPart title={t`Tip menu and goal`}>
        <MenuEditor userId={user._id} />
      </FoldedPart>
      {settings && (
        <FoldedPart title={t`Private and group shows`}>
          <ShowSettings settings={settings} onSaved={onSaved} />
        </FoldedPart>
      )}
      {settings && (
        <FoldedPart title={t`Chat`}>
          <ChatSettings settings={settings} lastId={last?._id ?? null} onSaved={onSaved} />
        </FoldedPart>
      )}
    </>
  )
}

type FieldsProps = {
  values: Values
  edit: (change: Partial<Values>) => void
  price: number | null
  settings: StreamSettings | undefined
}

function StreamFields({ values, edit, price, settings }: FieldsProps) {
  const { t } = useLingui()
  const { kind, access } = values
  return (
    <>
      <TextField
        label={t`Title`}
        value={values.title}
        maxLength={STREAM_TITLE_MAX}
        dir="auto"
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <SelectField label={t`Kind`} value={kind} onChange={(event) => edit({ kind: event.currentTarget.value })}>
        <option value="public">{t`A stream`}</option>
        <option value="group">{t`A group show, paid by the minute`}</option>
      </SelectField>
      {kind === 'public' ? (
        <SelectField
          label={t`Who may watch`}
          value={access}
          onChange={(event) => edit({ access: event.currentTarget.value })}
        >
          <option value="public">{t`Everybody with an account`}</option>
          <option value="followers">{t`Followers`}</option>
          <option value="subscribers">{t`Subscribers`}</option>
          <option value="paid">{t`Fans with a ticket`}</option>
        </SelectField>
      ) : (
        settings && (
          <p className="text-sm text-muted">
            <TokenPrice value={settings.groupRate} />{' '}
            <Trans>a minute for each fan. It begins with {settings.groupMinimum} fans.</Trans>
          </p>
        )
      )}
      {kind === 'public' && access === 'paid' && (
        <TextField
          label={t`Price of a ticket (tokens)`}
          inputMode="numeric"
          value={values.price}
          error={price === null ? t`Choose whole tokens, from 1 to 10,000.` : undefined}
          hint={price !== null && <TokenPrice value={price} />}
          onChange={(event) => edit({ price: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t`Record it. Only you see the video until you publish it.`}
        checked={values.record === 'yes'}
        onChange={(event) => edit({ record: event.currentTarget.checked ? 'yes' : '' })}
      />
    </>
  )
}

/** The form begins with what the server keeps, where nothing was typed before. */
function useBeginning(
  settings: StreamSettings | undefined,
  values: Values,
  edit: (change: Partial<Values>) => void,
): void {
  const isBegun = useRef(false)
  useEffect(() => {
    if (!settings || isBegun.current) return
    isBegun.current = true
    const { title, access, price, record } = settings
    if (values.title === '' && values.price === '') {
      edit({ title, access, price: String(price), record: record ? 'yes' : '' })
    }
  })
}

function LastStream({ stream: { seconds, viewersPeak, videoId, title } }: { stream: Stream }) {
  const length = clockTime(seconds)
  return (
    <Notice>
      <StreamStatusLabel status="ended" />
      <p className="mt-2">
        <Trans>
          Your last stream, {title}, lasted {length} and had {viewersPeak} viewers at most.
        </Trans>
      </p>
      {videoId !== null && (
        <Link to="/creator/videos/$videoId" params={{ videoId }} className="font-semibold text-accent-ink">
          <Trans>Open the recording</Trans>
        </Link>
      )}
    </Notice>
  )
}
