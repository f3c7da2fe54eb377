import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeviceRecord } from '@vesper/sync/vesper/api/factors.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { RenameDialog } from './rename-dialog.tsx'

type Props = { devices: readonly DeviceRecord[]; onChanged: () => Promise<void> }

/** The devices on which the account is open, and those that have to remove its data, or have. */
export function DevicesList({ devices, onChanged }: Props) {
  const { t } = useLingui()
  return (
    <ul role="list" aria-label={t`Devices`} className="grid gap-3">
      {devices.map((device) => (
        <DeviceRow key={device._id} device={device} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function DeviceRow({ device, onChanged }: { device: DeviceRecord; onChanged: () => Promise<void> }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'rename' | 'wipe' | null>(null)
  const { name, phone } = deviceNameOf(device.userAgent)
  const path = `/auth/users/me/sessions/${device._id}`
  const close = () => setOpen(null)
  const end = useActionWithToast(async (wipe: boolean) => {
    await callApi({ method: 'DELETE', path: wipe ? `${path}?wipe=1` : path, answer: Done })
    close()
    await onChanged()
    announce(t`Signed out`)
  })
  const title = device.name || name || t`Unknown device`
  return (
    <li>
      <ListItem
        leading={
          <span aria-hidden="true" className="text-muted [&_svg]:size-5">
            {phone ? <Smartphone /> : <Laptop />}
          </span>
        }
        title={title}
        subtitle={<Standing device={device} />}
        trailing={
          device.current && (
            <Badge tone="ok">
              <Trans>This device</Trans>
            </Badge>
          )
        }
      />
      {device.state === 'open' && (
        <div className="flex flex-wrap gap-2 ps-8">
          <Button kind="quiet" className="px-3" onClick={() => setOpen('rename')}>
            <Trans>Rename</Trans>
          </Button>
          {!device.current && (
            <>
              <Button kind="quiet" className="px-3" busy={end.busy} onClick={() => void end.run(false)}>
                <Trans>Sign out</Trans>
              </Button>
              <Button kind="quiet" className="px-3 text-danger-ink" onClick={() => setOpen('wipe')}>
                <Trans>Sign out and remove data</Trans>
              </Button>
            </>
          )}
        </div>
      )}
      {open === 'rename' && <RenameDialog path={path} name={title} onClose={close} onRenamed={onChanged} />}
      {open === 'wipe' && (
        <ConfirmDialog
          title={t`Sign out and remove data?`}
          yes={<Trans>Sign out and remove data</Trans>}
          busy={end.busy}
          onYes={() => void end.run(true)}
          onClose={close}
        >
          {device.waiting > 0 && (
            <>
              <Plural
                value={device.waiting}
                one="# change was never sent. It will be lost."
                other="# changes were never sent. They will be lost."
              />{' '}
            </>
          )}
          <Trans>The device removes the data when it next connects. A device that never connects keeps them.</Trans>
        </ConfirmDialog>
      )}
    </li>
  )
}

function Standing({ device: { state, wipedAt, lastSeenAt } }: { device: DeviceRecord }) {
  const { i18n } = useLingui()
  const inWords = (at: string) => formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const [seen, removed] = [inWords(lastSeenAt), wipedAt === null ? '' : inWords(wipedAt)]
  return (
    <span className="block whitespace-normal">
      {state === 'open' && <Trans>Last used {seen}</Trans>}
      {state === 'waiting' && <Trans>Waiting for the device</Trans>}
      {state === 'removed' && <Trans>Removed {removed}</Trans>}
    </span>
  )
}
