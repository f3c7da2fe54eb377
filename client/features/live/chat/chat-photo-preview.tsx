import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import type { ChatPhoto } from './use-chat-photo.ts'

/** The photo that goes with the text, with the way to take it out again, or how far it has gone up. */
export function ChatPhotoPreview({ photo }: { photo: ChatPhoto }) {
  const { t } = useLingui()
  if (!photo.photo) return null
  return (
    <div className="flex items-center gap-2 px-1">
      <img
        src={photo.photo.url}
        alt={t`Photo to be sent`}
        className="size-16 shrink-0 rounded-control bg-raised object-cover"
      />
      <div className="flex-1">
        {photo.progress !== null && <Progress value={photo.progress} label={t`Sending the photo`} />}
      </div>
      <IconButton label={t`Remove the photo`} disabled={photo.isBusy} onClick={photo.remove}>
        <X className="size-5" />
      </IconButton>
    </div>
  )
}
