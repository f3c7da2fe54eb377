import { useLingui } from '@lingui/react/macro'
import { Mic } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'

/** Begins a voice message. */
export function VoiceButton({ onPress }: { onPress: () => void }) {
  const { t } = useLingui()
  return (
    <IconButton label={t`Record a voice message`} className="text-muted" onClick={onPress}>
      <Mic className="size-5.5" aria-hidden="true" />
    </IconButton>
  )
}
