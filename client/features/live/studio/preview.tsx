import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Devices } from './use-devices.ts'

/** The creator's own picture as viewers see it, mirrored for its owner, with the switches of its devices. */
export function Preview({ devices, facts, className }: { devices: Devices; facts?: ReactNode; className?: string }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const { media, isCameraOn, isMicrophoneOn, setOn } = devices
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  const button = 'text-white hover:bg-[#fff3] aria-pressed:bg-danger'
  return (
    <div className={cx('relative aspect-video w-full overflow-hidden bg-[#000] text-white md:rounded-card', className)}>
      <video
        ref={video}
        muted
        autoPlay
        playsInline
        aria-label={t`Your picture`}
        className="size-full -scale-x-100 object-contain"
      />
      {!isCameraOn && (
        <p className="absolute inset-0 grid place-content-center font-semibold">
          <Trans>Your camera is off</Trans>
        </p>
      )}
      <div className="absolute inset-x-0 top-0 flex flex-wrap items-center gap-2 bg-linear-to-b from-[#000b] to-[#0000] p-3 text-sm">
        {facts}
      </div>
      <div className="absolute inset-x-0 bottom-0 flex justify-center gap-3 bg-linear-to-t from-[#000b] to-[#0000] p-2">
        <IconButton
          label={t`Microphone off`}
          aria-pressed={!isMicrophoneOn}
          className={button}
          onClick={() => setOn('audio', !isMicrophoneOn)}
        >
          {isMicrophoneOn ? <Mic className="size-5" /> : <MicOff className="size-5" />}
        </IconButton>
        <IconButton
          label={t`Camera off`}
          aria-pressed={!isCameraOn}
          className={button}
          onClick={() => setOn('video', !isCameraOn)}
        >
          {isCameraOn ? <Video className="size-5" /> : <VideoOff className="size-5" />}
        </IconButton>
      </div>
    </div>
  )
}
