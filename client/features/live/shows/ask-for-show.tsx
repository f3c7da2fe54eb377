import { Trans, useLingui } from '@lingui/react/macro'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { Video } from 'lucide-react'
import { Suspense, useState } from 'react'
import type * as v from 'valibot'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { Button } from '../../../ui/controls/button.tsx'

const AskDialog = lazyAgain(async () => (await import('./ask-dialog.tsx')).AskDialog, 'live', 'money')

type Props = {
  performer: v.InferOutput<typeof Participant>
  /** The page that a top-up leads back to. */
  page: string
}

/** The way to a private show. */
export function AskForShow({ performer, page }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" icon={<Video className="size-5" />} onClick={() => setOpen(true)}>
        <Trans>Ask for a private show</Trans>
      </Button>
      {isOpen && (
        <Suspense fallback={<span className="sr-only">{t`Loading`}</span>}>
          <AskDialog performer={performer} page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
