import { Trans, useLingui } from '@lingui/react/macro'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { whileBusy } from '../../core/page/unsaved-work.ts'
import { textOf } from '../../core/api/error-message.ts'
import { uploadFiles } from '../../core/api/upload.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { squarePicture } from './crop-avatar.ts'

type Props = { user: Profile; offline: boolean; onUploaded: (url: string) => Promise<void> }

export function AvatarEditor({ user, offline, onUploaded }: Props) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<number | null>(null)
  const action = useAction(async (chosen: File) => {
    setProgress(0)
    try {
      const file = await whileBusy(squarePicture(chosen))
      const { url } = await whileBusy(
        uploadFiles({ path: '/users/avatar/upload', files: { file }, answer: AvatarAnswer, onProgress: setProgress }),
      )
      await onUploaded(url)
      void showToast('success', t`Changes saved`)
    } finally {
      setProgress(null)
    }
  })
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-5">
        <Avatar name={user.name} src={user.avatar} size="xl" alt={t`Your picture`} />
        <div className="grid gap-1.5">
          <label className="w-fit">
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="peer sr-only"
              disabled={offline || action.busy}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) void action.run(file)
              }}
            />
            <span
              className={cx(
                buttonClass('secondary'),
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink peer-disabled:opacity-55',
              )}
            >
              <Camera className="size-5" aria-hidden="true" />
              <Trans>Change the picture</Trans>
            </span>
          </label>
          <p className="text-xs text-faint">
            {offline ? (
              <Trans>A picture can be changed once you are online.</Trans>
            ) : (
              <Trans>JPEG, PNG or WebP. Where it was taken is removed.</Trans>
            )}
          </p>
        </div>
      </div>
      {progress !== null && <Progress value={progress} label={t`Sending your picture`} />}
      <FormAlert
        text={action.error === null ? null : textOf(action.error, t`Error occurred, please try again later`)}
      />
    </div>
  )
}
