import { useLingui } from '@lingui/react/macro'
import { POST_TEXT_MAX } from '@vesper/sync/vesper/records/post.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import type { Taken } from './make-draft-of.ts'
import { forgetSharing } from './sharing-note.ts'

/** Tells what of a shared item was left out, and why. */
export function useTellTaken(): (taken: Taken) => void {
  const { t } = useLingui()
  return ({ refused, isCut }) => {
    forgetSharing()
    for (const { name, reason } of refused) void showToast('error', `${name}: ${reason}`)
    if (isCut) void showToast('info', t`The text was longer than ${POST_TEXT_MAX} characters, and was cut.`)
  }
}
