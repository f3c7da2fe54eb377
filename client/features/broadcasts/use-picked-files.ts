import { useLingui } from '@lingui/react/macro'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import type { BroadcastEditor } from './use-broadcast-editor.ts'

const preparing = () =>
  Promise.all([
    importWithRetry(() => import('../../core/media/prepare/attach-file.ts')),
    importWithRetry(() => import('../../core/media/prepare/with-sound-type.ts')),
  ])

/**
 * Puts files of this device into a message, each as soon as it is kept here. They are uploaded when there is a connection.
 * A toast tells why one cannot be added.
 */
export function usePickedFiles({ changeFiles }: Pick<BroadcastEditor, 'changeFiles'>) {
  const { t } = useLingui()
  const sync = useSync()
  const isFull = async () => (await changeFiles((before) => [...before])).length >= MESSAGE_FILES_MAX
  const adding = useAction(async (picked: File[]) => {
    for (const file of picked) {
      // Said once, however many there are.
      if (await isFull()) return showToast('error', t`A message has at most 10 files.`)
      try {
        const [{ attachFile }, { withSoundType }] = await preparing()
        const fileId = await attachFile(sync, await withSoundType(file), { purpose: 'message' })
        // Bytes that no draft names are lost with the page.
        await changeFiles((before) => [...before, fileId])
      } catch (error) {
        void showToast('error', errorMessage(error, t`This file could not be read here.`))
      }
    }
  })
  return { isBusy: adding.busy, onPicked: (files: File[]) => void adding.run(files) }
}
