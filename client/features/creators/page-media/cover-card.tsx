import { Trans, useLingui } from '@lingui/react/macro'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { useMediaUpload } from './use-media-upload.ts'

type Props = { user: Profile; isOffline: boolean; onUploaded: (url: string) => Promise<void> }

/** The wide picture over a creator's page, and the way to another. */
export function CoverCard({ user, isOffline, onUploaded }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, error, progress } = useMediaUpload({
    path: '/performers/cover/upload',
    answer: AvatarAnswer,
    async onUploaded({ url }) {
      await onUploaded(url)
      void showToast('success', t`Changes saved`)
    },
  })
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-bold">
        <Trans>Cover</Trans>
      </h2>
      {user.cover && (
        <img
          src={sizedUrl(user.cover, 1080)}
          alt=""
          className="aspect-[3/1] w-full rounded-control bg-raised object-cover"
        />
      )}
      <p className="text-sm text-muted">
        <Trans>Everybody sees it. Its middle is cut out, three times as wide as high.</Trans>
      </p>
      {progress !== null && <Progress value={progress} label={t`Uploading the cover`} />}
      <FormAlert text={error === null ? null : errorMessage(error)} />
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={busy}
        disabled={isOffline}
        icon={<ImageUp className="size-5" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {user.cover ? <Trans>Choose another cover</Trans> : <Trans>Choose a cover</Trans>}
      </Button>
      {isOffline && <Offline />}
      <MediaInput ref={input} accept="image/*" isSingle onPicked={([file]) => file && void run(file)} />
    </Card>
  )
}

/** Pictures and videos of the page are uploaded at once, and not kept for later. */
export function Offline() {
  return (
    <p className="text-sm text-muted">
      <Trans>You can change this when you are back online.</Trans>
    </p>
  )
}
