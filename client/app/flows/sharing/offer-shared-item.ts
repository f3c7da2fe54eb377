import { t } from '@lingui/core/macro'
import { loadCatalogues } from '../../../core/i18n/i18n.ts'
import { signedInUser } from '../../../core/session/session.ts'
import { readSharedItem } from '../../../core/storage/shared-items.ts'
import { showToast } from '../../../ui/overlay/toast.ts'
import { forgetSharing } from './sharing-note.ts'

/** So long (milliseconds) a login that leads to the shared item has to take it itself. */
const PATIENCE_MS = 3_000

/** Tells somebody who signed in by another way that something shared before waits on this device. */
export async function offerSharedItem(openPath: (path: string) => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const account = signedInUser()?._id
  if (!account || location.pathname === '/share') return
  const item = await readSharedItem(account).catch(() => null)
  if (!item) return forgetSharing()
  await loadCatalogues(['pages'])
  const open = () => openPath(`/share?item=${item.id}`)
  await showToast('info', t`Something that you shared waits on this device.`, { label: t`Open it`, onPress: open })
}
