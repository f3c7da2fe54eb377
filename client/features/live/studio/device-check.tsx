import { Trans, useLingui } from '@lingui/react/macro'
import { Camera } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Preview } from './preview.tsx'
import { SoundMeter } from './sound-meter.tsx'
import type { DeviceProblem, Devices } from './use-devices.ts'

/** Camera and microphone before anybody sees or hears them. */
export function DeviceCheck({ devices }: { devices: Devices }) {
  const { t } = useLingui()
  const { media, problem, open, cameras, microphones, choice } = devices
  const check = useAction(() => open())
  return (
    <section aria-label={t`Camera and microphone`} className="grid gap-3">
      {media ? (
        <>
          <Preview devices={devices} />
          <SoundMeter media={media} />
          <p role="status" className="text-sm text-ok-ink">
            <Trans>Camera and microphone work. Nobody sees you yet.</Trans>
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            {cameras.length > 1 && (
              <SelectField
                label={t`Camera`}
                value={choice.camera ?? ''}
                onChange={(event) => void open({ camera: event.currentTarget.value })}
              >
                {cameras.map(({ deviceId, label }) => (
                  <option key={deviceId} value={deviceId}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
            {microphones.length > 1 && (
              <SelectField
                label={t`Microphone`}
                value={choice.microphone ?? ''}
                onChange={(event) => void open({ microphone: event.currentTarget.value })}
              >
                {microphones.map(({ deviceId, label }) => (
                  <option key={deviceId} value={deviceId}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        </>
      ) : (
        <div className="dusk-sky grid aspect-video place-content-center justify-items-center gap-3 px-6 text-center text-white md:rounded-card">
          <Camera className="size-8" aria-hidden="true" />
          <p className="max-w-sm text-sm">
            <Trans>Your browser asks once whether it may use them. Nobody sees you before you go live.</Trans>
          </p>
        </div>
      )}
      {problem && (
        <Notice tone="danger" role="alert">
          <Problem problem={problem} />
        </Notice>
      )}
      <Button kind="secondary" busy={check.busy} icon={<Camera className="size-5" />} onClick={() => void check.run()}>
        <Trans>Check camera and microphone</Trans>
      </Button>
    </section>
  )
}

function Problem({ problem }: { problem: DeviceProblem }) {
  switch (problem) {
    case 'denied':
      return (
        <Trans>
          The browser may not use your camera and microphone. Allow both in the settings of this site, then check again.
        </Trans>
      )
    case 'missing':
      return <Trans>No camera or microphone was found. Connect one, then check again.</Trans>
    case 'busy':
      return <Trans>Another program uses your camera or microphone. Close it, then check again.</Trans>
    case 'unsupported':
      return <Trans>This browser cannot use a camera here. Another browser, or an address with https, can.</Trans>
  }
}
