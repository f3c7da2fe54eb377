import { Trans, useLingui } from '@lingui/react/macro'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Camera, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { whileBusy } from '../../core/page/unsaved-work.ts'
import { textOf } from '../../core/api/error-message.ts'
import { uploadFiles } from '../../core/api/upload.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/form/use-action.ts'
import { squarePicture } from './crop-avatar.ts'

type Props = {
  user: Profile
  offline: boolean
  onUploaded: (url: string) => Promise<void>
  onRemove: () => Promise<void>
}

export function AvatarEditor({ user, offline, onUploaded, onRemove }: Props) {
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
  const removal = useAction(async () => {
    await whileBusy(onRemove())
    void showToast('success', t`Picture removed`)
  })
  const error = action.error ?? removal.error
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={user.name} src={user.avatar} size="xl" alt={t`Your picture`} />
        <div className="grid flex-1 basis-44 gap-1.5">
          <label className="w-fit">
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="peer sr-only"
              disabled={offline || action.busy || removal.busy}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) void action.run(file)
              }}
            />
            <span
              className={cx(
                buttonClass('secondary', 'px-4 whitespace-nowrap'),
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink peer-disabled:opacity-55',
              )}
            >
              <Camera className="size-5" aria-hidden="true" />
              <Trans>Change picture</Trans>
            </span>
          </label>
          {user.avatar && (
            <Button
              kind="quiet"
              className="w-fit px-4 whitespace-nowrap text-danger-ink"
              icon={<Trash2 className="size-5" aria-hidden="true" />}
              disabled={offline || action.busy}
              busy={removal.busy}
              onClick={() => void removal.run()}
            >
              <Trans>Remove picture</Trans>
            </Button>
          )}
          <p className="text-xs text-faint">
            {offline ? (
              <Trans>You can change your picture when you are online.</Trans>
            ) : (
              <Trans>JPEG, PNG or WebP. The location is removed.</Trans>
            )}
          </p>
        </div>
      </div>
      {progress !== null && <Progress value={progress} label={t`Sending your picture`} />}
      <FormAlert text={error === null ? null : textOf(error, t`Error occurred, please try again later`)} />
    </div>
  )
}
