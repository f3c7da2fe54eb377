import { useLingui } from '@lingui/react/macro'
import { Clapperboard, CirclePlay, ImageOff, Music } from 'lucide-react'
import type { DraftFile } from './use-files.ts'

/** The picture of a draft's photo, video or sound, as far as this device can show it. */
export function FilePicture({ file: { type, url, poster, standing }, number }: { file: DraftFile; number: number }) {
  const { t } = useLingui()
  const fill = 'absolute inset-0 size-full object-cover'
  if (type === 'photo') {
    return url ? (
      <img src={url} alt={t`Photo ${number}`} className={fill} />
    ) : (
      <ImageOff
        className="size-8 text-faint"
        role="img"
        aria-label={standing === 'elsewhere' ? t`Photo ${number}, still on another device` : t`Photo ${number}`}
      />
    )
  }
  if (type === 'audio') return <Music className="size-8 text-faint" role="img" aria-label={t`Sound ${number}`} />
  return (
    <>
      {url && (
        // Its first frame alone: it is played where it is published.
        <video
          src={url}
          {...(poster && { poster })}
          preload="metadata"
          muted
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          className={fill}
        />
      )}
      <span role="img" aria-label={t`Video ${number}`} className="relative">
        {url ? (
          <CirclePlay className="size-10 rounded-full bg-[#000a] p-1 text-white" aria-hidden="true" />
        ) : (
          <Clapperboard className="size-8 text-faint" aria-hidden="true" />
        )}
      </span>
    </>
  )
}
