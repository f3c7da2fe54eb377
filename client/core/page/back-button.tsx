import { useLingui } from '@lingui/react/macro'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

/** The way back. An installed app has no other one. */
export function BackButton() {
  const { t } = useLingui()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <button
      type="button"
      aria-label={t`Back`}
      title={t`Back`}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }))}
      className="-ms-2 grid size-target shrink-0 place-items-center rounded-full text-accent-ink hover:bg-raised"
    >
      <ArrowLeft className="mirrored size-5.5" aria-hidden="true" />
    </button>
  )
}
