import { Trans, useLingui } from '@lingui/react/macro'
import { PARTICIPANTS_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { UserPlus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import type { Named } from './choose-participants.tsx'

const ChooseDialog = lazyAgain(async () => (await import('./choose-participants.tsx')).ChooseParticipants, 'studio')

type Props = {
  asset: OwnAsset | null
  isReadOnly: boolean
  onChange: (participantIds: string[]) => Promise<void>
}

/** The other creators in a gallery or a video, who are named on its page. */
export function ParticipantsPart({ asset, isReadOnly, onChange }: Props) {
  const { t } = useLingui()
  const [isChoosing, setChoosing] = useState(false)
  // The row names a creator once the server has answered.
  const [named, setNamed] = useState<readonly Named[]>([])
  const ids = asset?.participantIds ?? []
  const change = useActionWithToast(onChange)
  const nameOf = (id: string) => [...(asset?.participants ?? []), ...named].find(({ _id }) => _id === id)?.name
  return (
    <fieldset disabled={isReadOnly} className="grid gap-3">
      <legend className="mb-2 font-semibold">
        <Trans>Co-performers</Trans>
      </legend>
      {ids.length > 0 && (
        <ul role="list" aria-label={t`Co-performers`} className="flex flex-wrap gap-2">
          {ids.map((id) => {
            const name = nameOf(id) ?? t`A creator`
            return (
              <li key={id} className="flex min-w-0 items-center rounded-full bg-raised ps-4">
                <bdi className="truncate">{name}</bdi>
                <button
                  type="button"
                  aria-label={t`Remove ${name}`}
                  onClick={() => void change.run(ids.filter((other) => other !== id))}
                  className="grid size-target shrink-0 place-items-center rounded-full text-muted"
                >
                  <X className="size-4.5" aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <Button
        kind="secondary"
        className="justify-self-start"
        disabled={ids.length >= PARTICIPANTS_MAX}
        icon={<UserPlus className="size-5" aria-hidden="true" />}
        onClick={() => setChoosing(true)}
      >
        <Trans>Choose co-performers</Trans>
      </Button>
      {isChoosing && (
        <Suspense fallback={null}>
          <ChooseDialog
            chosen={ids}
            ownId={asset?.performerId ?? null}
            onChoose={(creator) => {
              setNamed((known) => [...known, creator])
              void change.run([...ids, creator._id])
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
