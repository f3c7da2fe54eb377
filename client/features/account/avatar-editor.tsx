import { Trans, useLingui } from '@lingui/react/macro'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { uploadFiles } from '../../core/api/upload.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { whileUnsavedWork } from '../../core/page/unsaved-work.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { cx } from '../../ui/cx.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
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
  const picker = useRef<HTMLInputElement>(null)
  // One alert for both deeds: it is about the one that was tried last.
  const [latest, setLatest] = useState<'upload' | 'removal'>('upload')
  const action = useAction(async (chosen: File) => {
    setProgress(0)
    try {
      const file = await whileUnsavedWork(squarePicture(chosen))
      const { url } = await whileUnsavedWork(
        uploadFiles({ path: '/users/avatar/upload', files: { file }, answer: AvatarAnswer, onProgress: setProgress }),
      )
      await onUploaded(url)
      void showToast('success', t`Changes saved`)
    } finally {
      setProgress(null)
    }
  })
  const removal = useAction(async () => {
    await whileUnsavedWork(onRemove())
    void showToast('success', t`Picture removed`)
  })
  const { error } = latest === 'upload' ? action : removal
  const isRemoved = latest === 'removal' && !removal.busy && removal.error === null && !user.avatar
  useEffect(() => {
    // The button, which had the focus, has gone with the picture.
    if (isRemoved && document.activeElement === document.body) picker.current?.focus()
  }, [isRemoved])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={user.name} src={user.avatar} size="xl" alt={t`Your picture`} />
        <div className="grid flex-1 basis-44 gap-1.5">
          <PicturePicker
            ref={picker}
            disabled={offline || action.busy || removal.busy}
            onPicked={(file) => {
              setLatest('upload')
              void action.run(file)
            }}
          />
          {user.avatar && (
            <Button
              kind="quiet"
              className="w-fit px-4 whitespace-nowrap text-danger-ink"
              icon={<Trash2 className="size-5" aria-hidden="true" />}
              disabled={offline || action.busy}
              busy={removal.busy}
              onClick={() => {
                setLatest('removal')
                void removal.run()
              }}
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
      <FormAlert text={error === null ? null : errorMessage(error, t`Error occurred, please try again later`)} />
    </div>
  )
}

type PickerProps = { ref: Ref<HTMLInputElement>; disabled: boolean; onPicked: (file: File) => void }

function PicturePicker({ ref, disabled, onPicked }: PickerProps) {
  return (
    <label className="w-fit">
      <input
        ref={ref}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="peer sr-only"
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onPicked(file)
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
  )
}
